// The first script of a pen, a frame without an origin in which a text by anybody runs. The page around it hands in the files
// of the app, the looks, and the one port that leads out (workshop/pen.mjs). Nothing else comes in.
"use strict";
globalThis.pen = new Promise((given) => {
  addEventListener("message", function hear({ source, data, ports }) {
    if (source !== parent || !ports.length) return;
    removeEventListener("message", hear);
    const style = new CSSStyleSheet();
    const away = '#top [href="#/"], #top [target], [data-on="print"], [data-on$="picture"]'; // no first page here, and no way out
    const heading = data.looks.framed ? "#top { min-height: 44px } #top h1 { visibility: hidden }" : ""; // the page around has it
    style.replaceSync(`${data.style} ${away} { display: none } ${heading}`);
    document.adoptedStyleSheets = [style];
    given({ ...data, port: ports[0] });
  });
});
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (url.startsWith("blob:null/") ? url : undefined),
});
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete globalThis[name]; // no policy keeps it from the network
for (const script of document.querySelectorAll("meta[http-equiv], script:not([data-path])")) script.remove();
