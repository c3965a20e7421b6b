import { byUrgency, type CustomerPart, customerParts, historyPage } from "../../../rules/customer";
import { customerKeys, setApartFrom } from "../../../rules/customer-links";
import { parsePhone } from "../../../rules/phone.foreign";
import type { CustomerLink } from "../../../services/crm/contract.customers";
import {
  type CustomerAddresses,
  type CustomerEvents,
  type CustomerProfile,
  maxAddresses,
} from "../../../services/kit/contract.customer";
import type { FromServer } from "../../shell/context.server";
import type { Admitted } from "../../shell/page.server";
import { within } from "../within.server";
import { asQuery, type CustomerSource, customerSources } from "./sources.server";

/** Milliseconds that the page waits for a part. */
const timeoutMs = 2_500;
const pageSize = 30;

type LoadContext = Pick<Admitted<"/customer">, "api" | "viewer"> & { from?: Pick<FromServer, "report"> };

/** Whom the URL asks for; `wrong`: what was typed is neither a number nor an address, and why. */
export type CustomerSearch = { typed: string; known: CustomerAddresses; wrong?: string };

/** Numbers in any spelling and email addresses, with commas between them. */
export function parseWho(url: URL): CustomerSearch {
  const typed = (url.searchParams.get("who") ?? "").slice(0, 500).trim();
  const known: CustomerAddresses = { phones: [], emails: [] };
  for (const one of typed
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (one.includes("@")) {
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one))
        return { typed, known, wrong: `${one}: enter an email address such as name@example.com.` };
      known.emails.push(one.toLowerCase());
    } else {
      const phone = parsePhone(one);
      if (!phone.ok) return { typed, known, wrong: `${one}: ${phone.reason}.` };
      known.phones.push(phone.e164);
    }
  }
  return { typed, known: joined([known]) };
}

/** All of them, each once, those named first first. */
function joined(all: readonly CustomerAddresses[]): CustomerAddresses {
  const phones = all
    .flatMap((one) => one.phones)
    .flatMap((typed) => {
      const phone = parsePhone(typed);
      return phone.ok ? phone.e164 : [];
    });
  const emails = all.flatMap((one) => one.emails).map((email) => email.toLowerCase());
  return {
    phones: [...new Set(phones)].slice(0, maxAddresses),
    emails: [...new Set(emails)].slice(0, maxAddresses),
  };
}

/** A part's answer; "failed" when it did not come in time, undefined when the viewer may not have it. */
type Outcome<Body> = { source: CustomerSource; body: Body | "failed" };

async function askAll<Body>(
  given: LoadContext,
  sources: readonly CustomerSource[],
  ask: (source: CustomerSource) => Promise<{ status: number; body: unknown }>,
): Promise<Outcome<Body>[]> {
  const outcomes = await Promise.all(
    sources.map(async (source): Promise<Outcome<Body> | undefined> => {
      const asked = ask(source).catch((error: unknown) => {
        // The session has ended: that is the whole page's matter.
        if (error instanceof Response) throw error;
        given.from?.report?.(error);
        return undefined;
      });
      const answer = await within(asked, timeoutMs);
      if (answer?.status === 403) return undefined;
      return { source, body: answer?.status === 200 ? (answer.body as Body) : "failed" };
    }),
  );
  return outcomes.flatMap((outcome) => outcome ?? []);
}

function answered<Body>(outcomes: readonly Outcome<Body>[]): { source: CustomerSource; body: Body }[] {
  return outcomes.flatMap(({ source, body }) => (body === "failed" ? [] : { source, body }));
}

/** Numbers and addresses as one list of keys, and back. */
const keysOf = ({ phones, emails }: CustomerAddresses) => [...phones, ...emails];
const fromKeys = (keys: readonly string[]) =>
  joined([{ phones: keys.filter((key) => !key.includes("@")), emails: keys.filter((key) => key.includes("@")) }]);

/** What people say of these numbers and addresses; "failed" when it did not come in time. */
async function askLinks({ api, from }: LoadContext, keys: readonly string[]): Promise<CustomerLink[] | "failed"> {
  const asked = api.crm.customerLinks({ query: { points: keys.join(",") } }).catch((error: unknown) => {
    if (error instanceof Response) throw error;
    from?.report?.(error);
    return undefined;
  });
  const answer = await within(asked, timeoutMs);
  if (answer?.status === 403) return [];
  return answer?.status === 200 ? answer.body.data : "failed";
}

/** A number or an address of the customer, and how it is known to be theirs. */
export type CustomerKey = {
  key: string;
  /** The parts of the product that have it beside one of the others. */
  parts: string[];
  /** Who joined it by hand. */
  link: CustomerLink | undefined;
};

/**
 * Everything that the viewer may know of a customer. A customer is known by the numbers and addresses asked for, by
 * those joined with them by hand, and by those that the parts have beside them and that are not set apart by hand: what
 * is found by these is not followed further, or a number that a family shares would lead on and on.
 */
export async function loadCustomer(
  given: LoadContext,
  { known }: CustomerSearch,
  {
    part,
    before,
    sources = customerSources,
  }: { part?: CustomerPart; before?: string; sources?: readonly CustomerSource[] },
) {
  const open = sources.filter((source) => source.may(given.viewer));
  const profiles = (of: CustomerAddresses) =>
    askAll<CustomerProfile>(given, open, ({ profile }) => profile(given.api, { query: asQuery(of) }));
  const asked = keysOf(known);
  const said = await askLinks(given, asked);
  const mine = fromKeys(customerKeys(asked, [], said === "failed" ? [] : said));
  const first = await profiles(mine);
  const beside = answered(first).map(({ source, body }) => ({ name: source.name, keys: keysOf(joined([body])) }));
  const found = beside.flatMap(({ keys }) => keys);
  const more = found.some((key) => !keysOf(mine).includes(key));
  const links = more ? await askLinks(given, [...new Set([...asked, ...found])].slice(0, maxLinkKeys)) : said;
  const sure = links === "failed" ? [] : links;
  const keys = customerKeys(asked, found, sure);
  const all = fromKeys(keys);
  const [second, history] = await Promise.all([
    keysOf(all).some((key) => !keysOf(mine).includes(key)) ? profiles(all) : first,
    askAll<CustomerEvents>(
      given,
      open.filter((source) => part === undefined || source.part === part),
      ({ events }) => events(given.api, { query: { ...asQuery(all), limit: pageSize, ...(before ? { before } : {}) } }),
    ),
  ]);
  const bodies = answered(second).map(({ body }) => body);
  const failed = [...second, ...history].filter(({ body }) => body === "failed").map(({ source }) => source.name);
  const apart = setApartFrom(keysOf(all), sure);
  return {
    ...all,
    keys: keysOf(all).map(
      (key): CustomerKey => ({
        key,
        parts: beside.filter(({ keys }) => keys.includes(key)).map(({ name }) => name),
        link: asked.includes(key) ? undefined : linkOf(key, "same", sure),
      }),
    ),
    apart: apart
      .filter((key) => !keysOf(all).includes(key))
      .flatMap((key) => ({ key, link: linkOf(key, "different", sure) })),
    name: bodies.flatMap(({ names }) => names)[0] ?? "",
    facts: bodies.flatMap(({ facts }) => facts),
    labels: bodies.flatMap(({ labels }) => labels ?? []),
    tasks: byUrgency(bodies.flatMap(({ tasks }) => tasks)),
    ...historyPage(
      answered(history).map(({ body }) => body),
      pageSize,
    ),
    parts: open.map(({ part, name }) => ({ part, name })),
    failed: [...new Set([...failed, ...(links === "failed" ? ["Joined numbers and addresses"] : [])])],
  };
}

/** Numbers and addresses about which is asked at once what people say of them. */
const maxLinkKeys = 50;

function linkOf(key: string, relation: CustomerLink["relation"], links: readonly CustomerLink[]) {
  return links.find((link) => link.relation === relation && (link.first === key || link.second === key));
}

/** Who has the number or the address, by the name that a part knows; undefined when nobody is known by it. */
export async function findCustomer(
  given: LoadContext,
  known: CustomerAddresses,
): Promise<{ name: string } | undefined> {
  const open = customerSources.filter((source) => source.may(given.viewer));
  const asked = await askAll<CustomerProfile>(given, open, ({ profile }) =>
    profile(given.api, { query: asQuery(known) }),
  );
  const profiles = answered(asked).map(({ body }) => body);
  if (!profiles.some(({ names, phones, emails }) => names.length + phones.length + emails.length > 0)) return undefined;
  return { name: profiles.flatMap(({ names }) => names)[0] ?? "" };
}

/** The part that the URL narrows the history to; one that there is not is none. */
export function partFrom(url: URL): CustomerPart | undefined {
  const asked = url.searchParams.get("part") ?? "";
  return asked in customerParts ? (asked as CustomerPart) : undefined;
}

/** Where the page of the history begins; what is no moment is the beginning. */
export function beforeFrom(url: URL): string | undefined {
  const asked = url.searchParams.get("before") ?? "";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : undefined;
}
