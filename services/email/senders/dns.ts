import { Resolver } from "node:dns/promises";
import { parseTags } from "../../connectors/email/dkim";
import type { DnsRecord } from "../contract.schemas";
import type { ResolveTxt } from "../deps";

const missing = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/** Asks the machine's own DNS servers, or the one that is named (address:port). */
export function txtResolver(server: string | undefined): ResolveTxt {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
    } catch (error) {
      if (missing.has((error as { code?: string }).code ?? "")) return [];
      throw error;
    }
  };
}

type DomainKeys = { domain: string; selector: string; public_key: string };

/** The records that a domain needs, before they were looked up. */
export function wantedRecords({ domain, selector, public_key }: DomainKeys, bounceDomain: string): DnsRecord[] {
  const record = (purpose: DnsRecord["purpose"], name: string, value: string): DnsRecord => ({
    ...{ purpose, name, type: "TXT", value, state: "unchecked", found: "" },
  });
  return [
    record("DKIM", `${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${public_key}`),
    record("SPF", domain, `v=spf1 include:${bounceDomain} ~all`),
    record("DMARC", `_dmarc.${domain}`, "v=DMARC1; p=none"),
  ];
}

/** Whether a record does what is wanted of it: others may stand beside our own in SPF, and DMARC may be stricter. */
function does({ purpose, value }: DnsRecord, found: string, bounceDomain: string): boolean {
  if (purpose === "SPF")
    return /^v=spf1(?:\s|$)/i.test(found) && found.toLowerCase().split(/\s+/).includes(`include:${bounceDomain}`);
  const tags = parseTags(found);
  if (purpose === "DMARC")
    return tags.get("v")?.toUpperCase() === "DMARC1" && /^(?:none|quarantine|reject)$/i.test(tags.get("p") ?? "");
  return tags.get("p") === parseTags(value).get("p");
}

const beginnings = { DKIM: /\bp=/, SPF: /^v=spf1/i, DMARC: /^v=dmarc1/i } as const;

/** Looks the records up. One that nobody answers for stays unchecked. */
export async function checkRecords(
  own: DomainKeys,
  bounceDomain: string,
  resolveTxt: ResolveTxt,
): Promise<{ records: DnsRecord[]; proved: boolean }> {
  const records = await Promise.all(
    wantedRecords(own, bounceDomain).map(async (record): Promise<DnsRecord> => {
      const texts = await resolveTxt(record.name).catch(() => undefined);
      if (texts === undefined) return record;
      const right = texts.find((text) => does(record, text, bounceDomain));
      if (right !== undefined) return { ...record, state: "found", found: right.slice(0, 1_000) };
      const other = texts.find((text) => beginnings[record.purpose].test(text));
      return other === undefined
        ? { ...record, state: "missing" }
        : { ...record, state: "different", found: other.slice(0, 1_000) };
    }),
  );
  return { records, proved: records.every(({ state }) => state === "found") };
}
