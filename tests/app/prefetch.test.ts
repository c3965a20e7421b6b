import { expect, test } from "vitest";
import { programFiles } from "../../app/shell/prefetch";

const routes = [
  {
    id: "root",
    children: [
      {
        id: "frame",
        children: [
          { id: "history", path: "sms/history" },
          { id: "ticket", path: "ticketing/show/:index" },
        ],
      },
      { id: "unknown", path: "*" },
    ],
  },
];
const known = {
  root: { module: "/assets/root.js", imports: ["/assets/remix.js", "/assets/kit.js"] },
  frame: { module: "/assets/frame.js", imports: ["/assets/kit.js"] },
  history: { module: "/assets/history.js", imports: ["/assets/kit.js", "/assets/list.js"] },
};

test.each([
  [
    "a page: its files and those of the frames around it, each once",
    "/sms/history",
    [
      ...["/assets/root.js", "/assets/remix.js", "/assets/kit.js", "/assets/frame.js"],
      ...["/assets/history.js", "/assets/list.js"],
    ],
  ],
  ["a page that the browser has not been told of yet", "/sms/bulk", undefined],
])("%s", (_, path, files) => {
  expect(programFiles(path, routes, known)).toEqual(files);
});
