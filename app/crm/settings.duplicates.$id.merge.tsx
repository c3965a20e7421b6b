// /crm/settings/duplicates/:id/merge - the last step before two records become one
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { GitMerge } from "lucide-react";
import { kindWords } from "../../rules/crm";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { holdingsText } from "./duplicates/compare";
import { fieldSide, keptSide, mergeBody, mergeRows, readMergeChoice } from "./duplicates/merge-choice";
import { recordHref } from "./record/places";
import { fetchFields } from "./record/record.server";

const path = "/crm/settings/duplicates/:id/merge";

export const meta = titled("Merge");

export const loader = page(path, async ({ api, params, url, from }) => {
  const id = Number(params.id) || 0;
  const pair = expectStatus(await api.crm.duplicate({ params: { id } }), 200);
  const choice = readMergeChoice(url.searchParams);
  // What was not compared is not merged: the page of the pair comes first.
  const fields = await fetchFields(api, pair.kind);
  if (pair.state !== "open" || !mergeBody(choice, pair, fields))
    throw await done(from, href("/crm/settings/duplicates/:id", { id }));
  return { pair, fields, choice };
});

export const action = act(path, NoFields, async ({ api, params, url, refuse, from }) => {
  const id = Number(params.id) || 0;
  const pair = expectStatus(await api.crm.duplicate({ params: { id } }), 200);
  const body = mergeBody(readMergeChoice(url.searchParams), pair, await fetchFields(api, pair.kind));
  if (!body) return done(from, href("/crm/settings/duplicates/:id", { id }));
  const answer = await api.crm.mergeDuplicate({ params: { id }, body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, recordHref(answer.body), `The two are ${answer.body.name} now. You can undo it below.`, "Merged");
});

export default function MergePair() {
  const { pair, fields, choice } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { search } = useLocation();
  const [one, several] = kindWords[pair.kind];
  const [first, second] = pair.records;
  if (!first || !second) return null;
  const keepsFirst = keptSide(choice) === "first";
  const [kept, other] = keepsFirst ? [first, second] : [second, first];
  const moves = holdingsText(pair.holdings[keepsFirst ? 1 : 0]);
  const facts = mergeRows(fields, pair.records).map((row) => {
    const from = fieldSide(choice, row, pair.records) === "first" ? first : second;
    const lost = row.text(from === kept ? other : kept);
    const value = row.text(from);
    return {
      label: row.label,
      value: value || "–",
      ...(lost !== "" && lost !== value ? { note: `In place of ${lost}` } : {}),
    };
  });
  return (
    <div className="grid max-w-[760px] gap-4">
      <PostResult last={last} />
      <PageHeader
        title={`Merge these ${several}?`}
        text={`${kept.name} (${one} ${kept.id}) stays, as below. ${other.name} (${one} ${other.id}) becomes part of it.`}
        trail={[
          { label: "Possible duplicates", to: href("/crm/settings/duplicates") },
          { label: "Pair", to: href("/crm/settings/duplicates/:id", { id: pair.id }) },
        ]}
      />
      <DescriptionList facts={[...facts, { label: "Also moves", value: moves ? `${moves}, history` : "History" }]} />
      <Form method="post" className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" icon={GitMerge} working={working}>
          Merge the {several}
        </Button>
        <LinkButton to={`${href("/crm/settings/duplicates/:id", { id: pair.id })}${search}`} size="lg" variant="ghost">
          Change the choice
        </LinkButton>
      </Form>
    </div>
  );
}
