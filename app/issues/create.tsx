// /issues/create - REPORT AN ISSUE, over the list of reported issues (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { act, page } from "../shell/page.server";
import { IssueDrawer } from "./report/issue-drawer";
import { backTo, ReportForm, report, reportable } from "./report/report.server";

export const loader = page("/issues/create", async ({ api, url, viewer }) => ({
  ...(await reportable(api)),
  email: viewer.email,
  close: backTo(url),
}));

export const action = act("/issues/create", ReportForm, report, { files: "issue" });

export default function ReportAnIssue() {
  const last = useActionData<typeof action>();
  return <IssueDrawer {...useLoaderData<typeof loader>()} last={last} />;
}
