import type { AppLoadContext, EntryContext } from "@remix-run/node";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import handleRequest from "../../app/entry.server";
import { ErrorPage } from "../../app/shell/error-page";

const sentence = "An error occurred while showing the error page.";

describe("when the error page itself fails (R018)", () => {
  test("the server answers with one plain sentence, and the fault is in the log", async () => {
    const reported: unknown[] = [];
    const context = { report: (error: unknown) => void reported.push(error) } as unknown as AppLoadContext;
    const nothing = {} as EntryContext;
    const answer = await handleRequest(new Request("http://test.local/"), 200, new Headers(), nothing, context);
    expect(answer.status).toBe(500);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe(sentence);
    expect(reported).toHaveLength(1);
  });

  test("the browser draws the same sentence in its place", () => {
    const { type, props } = ErrorPage({ status: 500 });
    const Boundary = type as unknown as ComponentType & {
      new (props: object): { state: object; render(): React.ReactNode };
      getDerivedStateFromError(): object;
    };
    const boundary = new Boundary(props as object);
    boundary.state = Boundary.getDerivedStateFromError();
    expect(renderToStaticMarkup(boundary.render() as React.ReactElement)).toBe(`<p>${sentence}</p>`);
  });
});
