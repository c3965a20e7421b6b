import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PostResult } from "../../kit/post-result";
import type { LastPost } from "../../kit/refused-post";
import type { dealProfileAction, dealProfileLoader } from "../tags/tags.server";
import { TagsCard } from "../tags/tags-card";
import { ProfileCard } from "./cards";
import type { pointsAction, pointsLoader } from "./points.server";
import { PointsCard } from "./points-card";
import { RecordFrame } from "./record-frame";

/** Who a lead or a contact is, their tags, and all their numbers and addresses, to be changed. */
export function PointsPanel() {
  const { others, consents, mayStop, tags, ...loaded } = useLoaderData<ReturnType<typeof pointsLoader>>();
  const last = useActionData<ReturnType<typeof pointsAction>>();
  return (
    <ProfileParts loaded={loaded} tags={tags} last={last}>
      <div id="points">
        <PointsCard
          record={loaded.record}
          others={others}
          consents={{ said: consents, mayStop, zone: loaded.zone }}
          last={last}
        />
      </div>
    </ProfileParts>
  );
}

/** Who a deal is with, and its tags, to be changed. */
export function DealProfilePanel() {
  const { tags, ...loaded } = useLoaderData<ReturnType<typeof dealProfileLoader>>();
  return <ProfileParts loaded={loaded} tags={tags} last={useActionData<ReturnType<typeof dealProfileAction>>()} />;
}

type ProfilePartsProps = {
  loaded: Omit<Parameters<typeof RecordFrame>[0], "children"> & Parameters<typeof ProfileCard>[0];
  tags: Parameters<typeof TagsCard>[0]["known"];
  last: LastPost;
  children?: ReactNode;
};

/** What the profile of every record has: who it is, and its tags, where a link leads to. */
function ProfileParts({ loaded, tags, last, children }: ProfilePartsProps) {
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} idOf={(name) => `point-${name}`} />
      <div className="grid max-w-[560px] gap-4">
        <ProfileCard {...loaded} />
        <div id="tags">
          <TagsCard record={loaded.record} known={tags} last={last} />
        </div>
        {children}
      </div>
    </RecordFrame>
  );
}
