// /crm/settings/tags/:id - another name for a tag, or joining it with the tag that has this name
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { maxTagLength } from "../../rules/crm-tags";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { tagCountText } from "./tags/counts";
import { loadTag } from "./tags/tag.server";

const path = "/crm/settings/tags/:id";

export const meta = titled("Rename a tag");

export const loader = page(path, ({ api, params }) => loadTag(api, params.id));

const RenameFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: typedText }),
  z.object({ intent: z.literal("join"), into: typedId }),
]);

export const action = act(path, RenameFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const tags = href("/crm/settings/tags");
  if (value.intent === "join") {
    const answer = await api.crm.joinTags({ params: { id }, body: { into: value.into } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, tags, `All their records have the tag ${answer.body.name} now.`, "Joined");
  }
  const answer = await api.crm.renameTag({ params: { id }, body: { name: value.name } });
  return answer.status === 201 ? done(from, tags, `The tag is called ${answer.body.name} now.`) : refuse(answer.body);
});

export default function RenameTag() {
  const { tag, tags } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = typedValue(last, "name");
  const errors = fieldErrors(last).name ?? [];
  const same = (typed ?? "").trim().replace(/\s+/g, " ").toLowerCase();
  const other = tags.find(({ id, name }) => id !== tag.id && name.toLowerCase() === same);
  return (
    <div className="max-w-[560px]">
      <PostResult last={last} idOf={(name) => `tag-${name}`} />
      <PageHeader
        title={`Rename ${tag.name}`}
        text={`It is on ${tagCountText(tag)}.`}
        back={{ label: "Tags", to: href("/crm/settings/tags") }}
      />
      <Form method="post" className="card grid gap-4 p-4">
        <TextInput
          id="tag-name"
          name="name"
          label="Name"
          maxLength={maxTagLength}
          defaultValue={typed ?? tag.name}
          errors={errors}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="rename" variant="primary" size="lg" working={working}>
            Save the name
          </Button>
          <LinkButton to={href("/crm/settings/tags")} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
      {other && (
        <Form method="post" className="card mt-4 grid gap-3 p-4" aria-label="Join the two tags">
          <h2 className="font-semibold">Join the two tags</h2>
          <p>
            {other.name} is on {tagCountText(other)}. Every record with {tag.name} gets {other.name} instead, and{" "}
            {tag.name} is deleted. This can't be undone.
          </p>
          <input type="hidden" name="into" value={other.id} />
          <div>
            <Button name="intent" value="join" working={working}>
              Join with {other.name}
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
