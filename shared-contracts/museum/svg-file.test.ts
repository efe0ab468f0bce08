import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { findSvgProblem as findProblem } from './svg-file.ts';

const findSvgProblem = (text: string | Buffer) => findProblem(Buffer.from(text));
const xmlns = 'xmlns="http://www.w3.org/2000/svg"';

/** Drawing programs, icon libraries and editors write these texts before a drawing. */
const declarations = [
  ['', 'utf8'],
  ['<?xml version="1.0"?>', 'utf8'],
  ["<?xml version='1.0' encoding='UTF-8' standalone='no'?>\r\n", 'utf8'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?>\n', 'latin1'],
  ['\uFEFF<?xml version="1.0" encoding="utf-8"?>', 'utf8'],
  ['\uFEFF<?xml version="1.0" encoding="UTF-16"?>', 'utf16le'],
] as const;
const comments = [
  '',
  '<!-- Créé par un logiciel -->',
  `<!-- ${'a licence that is kept with every copy > '.repeat(200)} -->\n`,
  '<?xml-stylesheet href="a.css"?>',
];
const doctypes = [
  '',
  '<!DOCTYPE svg>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n<!ENTITY a "http://www.w3.org"><!ENTITY ns_svg "&a;/2000/svg">\n<!ATTLIST svg x CDATA #IMPLIED> ]>',
];
const drawings = (hasEntities: boolean) => [
  `<svg ${xmlns}/>`,
  `<svg\n  version="1.1" ${xmlns} xmlns:i="http://ns.adobe.com/"><i:pgf/><style><![CDATA[ a > b {} ]]></style><path d="M0 0"/></svg>\n`,
  '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0"/></svg:svg>',
  `<svg ${xmlns}><title>Sammlung · Äpfel &amp; Birnen &#228;</title><script>1 &lt; 2</script></svg>`,
  ...(hasEntities ? ['<svg xmlns="&ns_svg;"><path d="M0 0"/></svg>'] : []),
];

it('a valid SVG is accepted with any declaration, comment and document type before the drawing', () => {
  const anyHead = fc.tuple(fc.constantFrom(...declarations), fc.constantFrom(...comments), fc.constantFrom(...doctypes), fc.nat());
  forAll(anyHead, ([[declaration, encoding], comment, doctype, at]) => {
    const choices = drawings(doctype.includes('ENTITY'));
    const text = declaration + comment + doctype + comment + choices[at % choices.length];
    expect(findSvgProblem(Buffer.from(text, encoding))).toBeUndefined();
  });
});

it.each([
  ['<svg xmlns="&ns_svg;"/>', /^is not well-formed SVG \(line 1: undefined entity\)$/],
  [`<svg ${xmlns}>\n<path>\n</svg>`, /^is not well-formed SVG \(line 3: unexpected close tag\)$/],
  [`<svg ${xmlns}><inkscape:grid/></svg>`, /^is not well-formed SVG \(line 1: unbound namespace prefix: "inkscape"\)$/],
  ['<svg width="1"/>', /^lacks xmlns="http:\/\/www\.w3\.org\/2000\/svg"; add the attribute, because browsers show no picture without it$/],
  ['<!DOCTYPE html><html><svg/></html>', /^is not an SVG: its first element is <html>$/],
  ['', /^is not well-formed SVG/],
  ['no drawing', /^is not well-formed SVG/],
  [Buffer.from([0x1f, 0x8b, 8, 0]), /^is compressed; save it as plain SVG$/],
  [Buffer.from(`<svg ${xmlns}>\n<title>Äpfel</title></svg>`, 'latin1'), /^line 2 is not UTF-8; save the file as UTF-8$/],
])('a picture that browsers would not show is refused with the reason: %s', (text, why) => {
  expect(findSvgProblem(text)).toMatch(why);
});

it('nested entities are not expanded', () => {
  const bomb = Array.from({ length: 40 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`).join('');
  expect(findSvgProblem(`<!DOCTYPE svg [<!ENTITY e0 "ha">${bomb}]><svg ${xmlns}><title>&e40;</title></svg>`)).toMatch(/undefined entity/);
});
