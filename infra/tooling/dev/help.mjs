// Plain JavaScript, so that `npm run dev -- --help` needs no build.
const program = process.env['ENFILADE_PROGRAM'];

export const usage = program
  ? `Usage: ${program} dev --against URL [--museum CODE] [--at STATE] [--port PORT]; --help lists all options`
  : 'Usage: npm run dev [-- NAME [--against URL]] [--at STATE] [--port PORT]; --help lists all options';

const ofCheckout = `Usage: npm run dev [-- NAME]
    serves the whole site on this machine, and applies each edit of all screens, or of the named screen
Usage: npm run dev -- NAME --against URL
    shows one screen of this checkout inside a running site

--against URL   the site's origin, such as https://guide.example.org or http://127.0.0.1:8080
--folder DIR    the screen's folder (mfe-NAME of this checkout)
--with-host     also uses the host of this checkout, with React's development build: warnings, component stacks, and
                single components that update in place`;
const ofRepository = `Usage: ${program} dev --against URL
    shows the screen of this folder inside a running site

--against URL   the site's origin, such as https://guide.example.org or http://127.0.0.1:8080
--folder DIR    the screen's folder, with enfilade.json (this folder)`;

export const help = `${program ? ofRepository : ofCheckout}
--at STATE      prints an address that opens a visit in a state: landing, tailoring, question-voice, visit, visit-writing,
                chat and others, which /__dev/at lists; or at a path, such as /poster
--museum ID     the museum of the visit, by its id or wall code (the first museum)
--language de   the language of the visit (the museum's default language)
--port PORT     the port on 127.0.0.1 (8090)
--help          prints this help`;
