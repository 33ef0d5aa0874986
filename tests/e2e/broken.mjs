// The ways in which a file of the page may be unusable.

/** What the browser and the page report of a broken file. */
export const reported = /^Error: 404 |end of messages|Failed to load resource|failed to fetch|Failed to load module script|Failed to fetch|SyntaxError|Unexpected|Invalid|WebAssembly|CompileError|MIME type|preloaded using link preload/;

/** Answers to a request, by fault. */
export const broken = {
  "is missing": (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<!doctype html><title>Not found</title>" }),
  "is cut off": async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: body.subarray(0, body.length >> 1) });
  },
  "is replaced by a sign-in page": (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>Sign in</title><h1>Sign in</h1>" }),
};
