import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const users = Array.from({ length: 30 }, (_, i) => ({
  id: 1000 + i,
  login: `user_${i}`,
  email: `user${i}@example.com`,
  url: `https://api.example.com/users/${1000 + i}`,
  roles: i % 3 === 0 ? ["admin", "editor"] : ["viewer"],
}));

const page = `<!doctype html><html><head><title>Release notes 4.2</title><meta charset="utf-8"></head><body>
<h1>Release notes 4.2</h1><p>Published 2026-02-11 by the platform team.</p>
${Array.from({ length: 12 }, (_, i) => `<h2>Change ${i + 1}</h2><p>The option <code>cache.maxEntries${i}</code> now defaults to ${(i + 1) * 128}. See <a href="/docs/cache/${i}">the guide</a>.</p>`).join("\n")}
</body></html>`;

/** A small local web server for the fixtures; close it when done. */
export async function serve(): Promise<{ url: string; port: number; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-7f3a" });
      response.end(JSON.stringify(body));
    };
    if (pathname === "/users") json(200, { total: users.length, page: 1, users });
    else if (pathname === "/error")
      json(500, {
        error: { code: "E_UPSTREAM", message: "upstream timed out after 3000 ms", trace: "9c1d-77aa" },
      });
    else if (pathname === "/page") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(page);
    } else
      json(404, { message: `no route ${pathname}`, documentation: "https://docs.example.com/errors#404" });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, close: () => server.close() };
}
