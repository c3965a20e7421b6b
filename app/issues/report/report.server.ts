import { z } from "zod";
import { chosenIssues } from "../../../rules/issue-drawer";
import { returnPath } from "../../../rules/return-path";
import type { ServiceClients } from "../../../services/modules";
import { issueSource, issueTicket } from "../../../services/ticketing/contract.issues";
import type { StoredFile } from "../../../services/uploads/contract";
import { href } from "../../href";
import { typedCheck, typedList, typedText } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";

/** What the drawer needs to be drawn; `products` is missing when ticketing can't be reached. */
export async function reportable(api: ServiceClients) {
  const answer = await api.ticketing.issueProducts();
  return { products: answer.status === 200 ? answer.body.data : undefined };
}

const failed = "Sorry, something happened your request could not be completed, try again later";

export const ReportForm = z.object({
  product: typedText,
  issues: typedList.transform((all) => [...new Set(all)]),
  other: typedCheck,
  description: typedText,
});

/** Reports the chosen issues, each as a ticket. */
export async function report(given: FormRequest<"/issues/create", typeof ReportForm>) {
  const { api, url, viewer, from, value: choice, files, refuse } = given;
  const chosen = chosenIssues(choice);
  const wrong = (field: keyof typeof choice, message: string) => refuse({ message, errors: { [field]: [message] } });
  if ("missing" in chosen) return wrong(chosen.missing, chosen.words);
  const offered = await api.ticketing.issueProducts();
  if (offered.status !== 200) return refuse(unreachable);
  const product = offered.body.data.find(({ id }) => String(id) === choice.product);
  if (!product) return wrong("product", "Choose a product from the list.");
  if (!choice.other && chosen.issues.some((issue) => !product.issues.includes(issue)))
    return wrong("issues", `Select issues of ${product.name} only.`);
  const kept = await Promise.all(files.map(({ id }) => storeFile(api, id)));
  const answer = await api.ticketing.reportIssue({
    body: {
      files: kept.flatMap((file) => (file ? { id: file.id, name: file.name, url: file.url } : [])),
      jibu_account: viewer.customer_account,
      source: issueSource,
      name: viewer.name,
      tickets: chosen.issues.map((issue) =>
        issueTicket({ issue, product, account: viewer.customer_account, by: { id: viewer.id, name: viewer.name } }),
      ),
    },
  });
  if (answer.status === 201) return done(from, backTo(url), answer.body.message);
  // R065: anything but 201 keeps the drawer open; the server's own words are a Warning, a failed request an Error.
  return refuse(answer.status >= 500 ? unreachable : { status: answer.status, message: answer.body.message });
}

const unreachable = { status: 503, level: "error", title: "Error", message: failed } as const;

/** The page that the drawer lies over; without one, the list of reported issues. */
export function backTo(url: URL): string {
  const asked = url.searchParams.get("to");
  return asked ? returnPath(asked) : href("/issues");
}

async function storeFile(api: ServiceClients, id: string): Promise<StoredFile | undefined> {
  const answer = await api.uploads.file({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}
