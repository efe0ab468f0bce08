// In a file that plain Node reads, so that `npm run dev -- --help` builds nothing first.
export const usage = 'Usage: npm run dev [-- NAME [--against URL]] [--port PORT]; --help tells more';

export const help = `Usage: npm run dev [-- NAME]
    the whole site on this machine, every screen (or the one you name) changed while you edit it
Usage: npm run dev -- NAME --against URL
    one screen of this checkout inside a running site, everything else from there

--against URL   the site's origin, such as https://guide.example.org or http://127.0.0.1:8080
--folder DIR    where the screen lies; mfe-NAME of this checkout when left out
--port PORT     of the local address, 127.0.0.1; 8090 when left out
--help          this`;
