import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

export type ChildChoice = { value: string; label: string };

/** As many as a choice shows; a reseller with more comes from the list, with the account in the URL. */
const most = 100;

/** The child accounts for choosing one, by name; the one in the URL is among them when it is a child at all. */
export async function childChoices(
  api: ServiceClients,
  url: URL,
): Promise<{ choices: ChildChoice[]; child: string | undefined }> {
  const wanted = childIn(url);
  const known = expectStatus(await api.identity.children({ query: { per_page: most, money: false } }), 200).data;
  const listed = known.find(({ number }) => number === wanted);
  const chosen =
    listed ?? (wanted ? expectStatus(await api.identity.child({ params: { child: wanted } }), 200) : undefined);
  const all = chosen && !listed ? [chosen, ...known] : known;
  const choices = all
    .map(({ number, name }) => ({ value: number, label: `${name} (${number})` }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
  return { choices, child: chosen?.number ?? (choices.length === 1 ? choices[0]?.value : undefined) };
}

/** The child that a URL names, or nothing; whatever is no account number is none. */
function childIn(url: URL): string | undefined {
  const said = url.searchParams.get("child") ?? "";
  return /^[\w-]{1,32}$/.test(said) ? said : undefined;
}

/** The same for the number of a message. */
export function blastIn(url: URL): number | undefined {
  const id = Number(url.searchParams.get("blast") ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
