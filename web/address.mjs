// The app's addresses: folders below the site's own or, in the one file, what follows the # of the page's address.
const { onefile } = globalThis;
const site = new URL(".", import.meta.url);

export const root = onefile ? "#/" : site.pathname;

// An address relative to the app, or undefined for one outside of it; takes a link as well as a location.
function within({ origin, pathname, search, hash }) {
  const { location } = globalThis;
  if (onefile) return pathname === location.pathname && hash.startsWith(root) ? hash.slice(root.length) : undefined;
  if (origin !== location.origin || !pathname.startsWith(root)) return undefined;
  return pathname.slice(root.length).replace("index.html", "") + search + hash;
}
const page = (address) => address.split(/[?#]/)[0];

const MOST = 20_000; // characters of an address; the page's Python has no room for the longest that browsers take
export const where = () => (within(location) ?? "").slice(0, MOST);

// Whether a link leads to the page that is shown.
export const isHere = (link) => page(within(link)) === page(where());

// Whether a link leads to another page of the app, in this window.
export function leadsToPage(link) {
  const address = within(link);
  if (address === undefined || !/^$|\/$/.test(page(address)) || link.target || link.hasAttribute("download")) return false;
  return !(address.includes("#") && isHere(link));
}

// What others open to get to an address of the app; "" where nobody knows.
export const shared = (address) => (onefile ? onefile.site && onefile.site + address : site.href + address);
