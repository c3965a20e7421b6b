import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initials } from "../../app/kit/ui/avatar";
import { ErrorPage } from "../../app/shell/error-page";
import { Frame } from "../../app/shell/frame";
import { frameCookie, freshFrame, readFrameState } from "../../app/shell/frame-state";
import { NotAllowed } from "../../app/shell/not-allowed";
import { isChunkFailure, mayReload, reloadGuard, reloadOnce } from "../../app/shell/reload-once";
import { meaning, timeoutMs } from "../../app/shell/shortcuts";
import { attribute, render, tag } from "./render";

const menu = [
  { label: "Dashboard", icon: "layout-dashboard", href: "/dashboard", items: [] },
  {
    label: "SMS",
    icon: "message-square-text",
    items: [
      { label: "Bulk", href: "/sms/bulk" },
      { label: "History", href: "/sms/history" },
    ],
  },
  { label: "Contacts", icon: "book-user", items: [{ label: "Groups", href: "/contacts/contact-group" }] },
];

function frame(extra: { searchHref?: string; reportHref?: string; open?: string[]; menu?: typeof menu } = {}) {
  const { open, ...rest } = extra;
  return (
    <Frame
      menu={menu}
      account="Savanna Traders"
      viewer={{ name: "Wanjiru Maina", role: "Owner" }}
      balance="KES 48,210.50"
      theme="dark"
      themeAction="/theme"
      signOutAction="/logout"
      remembered={{ ...freshFrame, open: open ?? [] }}
      {...rest}
    >
      <h1>Page</h1>
    </Frame>
  );
}

describe("the frame", () => {
  it("marks the present page and opens its group, and no other", async () => {
    const html = await render(frame(), "/sms/history");
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(tag(html, "<a", 'aria-current="page"')).toContain('href="/sms/history"');
    expect(html).toMatch(/<details open=""><summary>.*?<span>SMS<\/span>/);
    expect(html).toMatch(/<details><summary>.*?<span>Contacts<\/span>/);
  });
  it("opens the group of a page that no entry leads to", async () => {
    const within = menu.map((group) => ({ ...group, open: group.label === "Contacts" }));
    const html = await render(frame({ menu: within }), "/contacts/somewhere");
    expect(html).toMatch(/<details open=""><summary>(?:(?!<details).)*<span>Contacts<\/span>/);
    expect(html).not.toContain('aria-current="page"');
  });
  it("opens the groups that were left open", async () => {
    const html = await render(frame({ open: ["Contacts"] }), "/dashboard");
    expect(html).toMatch(/<details open=""><summary>(?:(?!<details).)*<span>Contacts<\/span>/);
  });
  it("has a search box and a report link only when they have a page", async () => {
    const bare = await render(frame());
    expect(bare).not.toContain('name="q"');
    expect(bare).not.toContain("Report an issue");
    const full = await render(frame({ searchHref: "/search", reportHref: "/issues/create" }));
    expect(full).toMatch(/<form[^>]*action="\/search"/);
    expect(full).toContain('href="/issues/create"');
  });
  it("changes the theme and signs out by POST forms, without script", async () => {
    const html = await render(frame(), "/sms/history?status=failed");
    expect(attribute(tag(html, "<form", 'action="/theme"'), "method")).toBe("post");
    expect(attribute(tag(html, "<form", 'action="/logout"'), "method")).toBe("post");
    expect(attribute(tag(html, "<button", 'value="dark"'), "aria-pressed")).toBe("true");
    expect(attribute(tag(html, "<input", 'name="to"'), "value")).toBe("/sms/history?status=failed");
  });
  it("begins with a way past the menu", async () => {
    const html = await render(frame());
    expect(html).toMatch(/^<div class="frame"><a class="skip btn" href="#main">/);
    expect(html).toContain('id="main"');
  });
  it("takes initials from any name", () => {
    expect(initials("Wanjiru Maina (for Savanna Traders)")).toBe("WM");
    expect(["Wanjiru Maina", "Achieng", "  ", "Ali bin Salim Said"].map(initials)).toEqual(["WM", "A", "", "AS"]);
  });
});

describe("how the frame was left", () => {
  it("survives the cookie", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1 }).filter((label) => !label.includes("|")),
          { maxLength: 20 },
        ),
        fc.boolean(),
        fc.boolean(),
        (open, narrow, keys) => {
          const header = `_token.local=x; ${frameCookie({ open, narrow, keys }, true).split(";")[0]}; other=1`;
          expect(readFrameState(header)).toEqual({ open, narrow, keys });
        },
      ),
    );
  });
  it("is the default for any odd cookie", () => {
    for (const odd of [null, undefined, "", "jibu_frame=%E0%A4%A", "x=1"])
      expect(readFrameState(odd)).toEqual(freshFrame);
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(readFrameState(`jibu_frame=${value}`).open.length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe("reloading after a part of the program failed to load (R020)", () => {
  it("never happens twice within 60000 ms, however often it fails", () => {
    expect(reloadGuard).toBe(60_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 60 }), (gaps) => {
        const store = new Map<string, string>();
        const storage = {
          getItem: (name: string) => store.get(name) ?? null,
          setItem: (name: string, value: string) => void store.set(name, value),
        } as Storage;
        const reloads: number[] = [];
        let now = 1_763_700_000_000;
        for (const gap of gaps) {
          now += gap;
          const at = now;
          reloadOnce(
            at,
            () => storage,
            () => reloads.push(at),
          );
        }
        expect(reloads.length).toBeGreaterThanOrEqual(1);
        for (const [index, at] of reloads.entries()) {
          if (index > 0) expect(at - (reloads[index - 1] ?? 0)).toBeGreaterThanOrEqual(60_000);
        }
      }),
    );
  });
  it("happens the first time, and with a stamp that cannot be read", () => {
    expect(mayReload(null, 5)).toBe(true);
    expect(mayReload(Number.NaN, 5)).toBe(true);
    expect(mayReload(1000, 60_999)).toBe(false);
    expect(mayReload(1000, 61_000)).toBe(true);
  });
  it("does not happen where nothing can be remembered", () => {
    const refused = () => {
      throw new Error("SecurityError");
    };
    expect(reloadOnce(0, refused, () => expect.unreachable())).toBe(false);
  });
  it("is for parts that did not load and for nothing else", () => {
    expect(isChunkFailure(new TypeError("Failed to fetch dynamically imported module: /assets/a.js"))).toBe(true);
    expect(isChunkFailure(new TypeError("error loading dynamically imported module: /assets/a.js"))).toBe(true);
    expect(isChunkFailure("Importing a module script failed.")).toBe(true);
    expect(isChunkFailure(new TypeError("Failed to fetch"))).toBe(false);
    expect(isChunkFailure(undefined)).toBe(false);
  });
});

describe("shortcuts", () => {
  const places = [{ key: "h", label: "SMS history", href: "/sms/history" }];
  const press = { key: "h", typing: false, modified: false, at: 1000 };
  it("go to a page by g and a letter, one after the other", () => {
    expect(meaning({ ...press, key: "g" }, null, places)).toEqual({ do: "wait", since: 1000 });
    expect(meaning(press, 900, places)).toEqual({ do: "go", href: "/sms/history" });
    expect(meaning(press, 1000 - timeoutMs - 1, places)).toBeNull();
    expect(meaning(press, null, places)).toBeNull();
  });
  it("mean nothing while one types, or with Ctrl, Alt or Meta", () => {
    for (const key of ["?", "/", "g", "h"]) {
      expect(meaning({ ...press, key, typing: true }, 900, places)).toBeNull();
      expect(meaning({ ...press, key, modified: true }, 900, places)).toBeNull();
    }
    expect(meaning({ ...press, key: "?" }, null, places)).toEqual({ do: "show" });
    expect(meaning({ ...press, key: "/" }, null, places)).toEqual({ do: "search" });
  });
});

describe("pages that say no", () => {
  it("say the documented words when something went wrong", async () => {
    const html = await render(<ErrorPage reference="7F3A" />);
    expect(html).toContain("Oh no! Something went wrong");
    expect(html).toContain("This is probably not what you&#x27;re looking for");
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return Home<\/a>/);
    expect(html).toContain("7F3A");
  });
  it("say the documented words for an unknown page", async () => {
    const html = await render(<ErrorPage status={404} />);
    expect(html).toContain("This page could not be found");
    expect(html).toContain(">404<");
  });
  it("say which permission or product is missing, and whom to ask", async () => {
    const refused = {
      page: "Approve sender IDs",
      permissions: ["Can approve sender ID"],
      products: ["SMS", "BULK"],
      role: "Agent",
    };
    const html = await render(<NotAllowed {...refused} />);
    expect(html).toMatch(/permission .*Can approve sender ID/);
    expect(html).toContain("Your role, Agent, does not have it.");
    expect(html).toMatch(/product .*SMS.* or .*BULK/);
    expect(html).toContain("Ask your administrator");
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return home<\/a>/);
  });
  it("leads who may choose a product to its plans, and does not send them to themselves", async () => {
    const html = await render(<NotAllowed page="Bulk" products={["SMS"]} plans="/subscribe" />);
    expect(html).toMatch(/<a[^>]*href="\/subscribe"[^>]*>See the plans<\/a>/);
    expect(html).not.toContain("Ask your administrator");
  });
});
