/** The few things of a browser that modules touch when they are loaded. */
Object.assign(globalThis, {
  location: { pathname: "/", search: "", origin: "http://localhost" },
  addEventListener: () => undefined,
});
