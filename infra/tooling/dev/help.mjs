// In a file that plain Node reads, so that `npm run dev -- --help` builds nothing first.
const program = process.env['ENFILADE_PROGRAM'];

export const usage = program
  ? `Usage: ${program} dev --against URL [--museum CODE] [--at STATE] [--port PORT]; --help lists all options`
  : 'Usage: npm run dev [-- NAME [--against URL]] [--at STATE] [--port PORT]; --help lists all options';

const ofCheckout = `Usage: npm run dev [-- NAME]
    the whole site on this machine, every screen (or the one you name) changed while you edit it
Usage: npm run dev -- NAME --against URL
    one screen of this checkout inside a running site, everything else from there

--against URL   the site's origin, such as https://guide.example.org or http://127.0.0.1:8080
--folder DIR    the screen's folder; mfe-NAME of this checkout when left out
--with-host     of this checkout, too, in place of the site's: React's development build, with its warnings and
                component stacks, and components that are exchanged where they stand`;
const ofRepository = `Usage: ${program} dev --against URL
    the screen of this folder inside a running site, everything else from there

--against URL   the site's origin, such as https://guide.example.org or http://127.0.0.1:8080
--folder DIR    the screen's folder, with enfilade.json; this one when left out`;

export const help = `${program ? ofRepository : ofCheckout}
--at STATE      prints an address that begins a visit there: landing, tailoring, question-voice, visit, visit-writing,
                chat and others, which /__dev/at lists; or a path, such as /poster, with all known that it may need
--museum ID     of that visit, or the code on its wall; the first one when left out
--language de   of that visit; the museum's own when left out
--port PORT     of the local address, 127.0.0.1; 8090 when left out
--help          this`;
