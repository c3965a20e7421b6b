import type { TargetGroup } from "../../../services/voice/contract.targets";
import type { ListRequest } from "../../kit/lists/definition";

/** The newest lists of numbers to call, for a choice. */
export async function loadGroups({ api }: Pick<ListRequest, "api">): Promise<TargetGroup[]> {
  const answer = await api.voice.targetGroups({ params: { id: "own" }, query: { per_page: 100 } });
  return answer.status === 200 ? answer.body.data : [];
}
