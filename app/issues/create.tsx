// /issues/create - REPORT AN ISSUE, over the list of reported issues (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { page, receive } from "../shell/page.server";
import { IssueDrawer } from "./issue-drawer";
import { backTo, report, reportable } from "./report.server";

export const loader = page("/issues/create", async ({ api, url, viewer }) => ({
  ...(await reportable(api)),
  email: viewer.email,
  close: backTo(url),
}));

export const action = receive("/issues/create", report);

export default function ReportAnIssue() {
  const last = useActionData<typeof action>();
  return <IssueDrawer {...useLoaderData<typeof loader>()} {...(last && "choice" in last ? { last } : {})} />;
}
