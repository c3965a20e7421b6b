import type { SurveyResponse } from "../contract.responses";
import type { SurveyDeps } from "../deps";

/** Puts an address in the place of each file's id; a file that is gone, or can't be asked for now, gets none. */
export async function linkFiles(
  { clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">,
  account: string,
  response: SurveyResponse,
): Promise<SurveyResponse> {
  const { uploads } = clientsOfAccount(account);
  const turns = await Promise.all(
    response.turns.map(async (turn) => {
      if (!turn.file || turn.file.url === "") return turn;
      const answer = await uploads.link({ params: { id: turn.file.url }, query: {} });
      return { ...turn, file: { ...turn.file, url: answer.status === 200 ? answer.body.url : "" } };
    }),
  );
  return { ...response, turns };
}
