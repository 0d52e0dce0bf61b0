// Keeps every file of the site, so that it works without a network after the first visit. A file that has not changed is not
// fetched again when the site is.

const FILES = {/* files */};
const KEPT = "astro-playground";

const address = (name) => new URL(name, self.registration.scope).href;
const kept = (name) => `${address(name)}?kept=${FILES[name]}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      for (const name of Object.keys(FILES)) {
        if (await cache.match(kept(name))) continue;
        const answer = await fetch(address(name), { cache: "no-cache" });
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        await cache.put(kept(name), answer);
      }
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      const wanted = new Set(Object.keys(FILES).map(kept));
      for (const request of await cache.keys()) {
        if (!wanted.has(request.url)) await cache.delete(request);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = url.search = "";
  const scope = self.registration.scope;
  if (event.request.method !== "GET" || !url.href.startsWith(scope)) return;
  const name = url.href.slice(scope.length) || "index.html";
  if (!(name in FILES)) return;
  event.respondWith(caches.open(KEPT).then(async (cache) => (await cache.match(kept(name))) ?? fetch(event.request)));
});
