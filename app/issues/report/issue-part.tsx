import { lazy, Suspense } from "react";
import { IssueDrawer, type IssueDrawerProps } from "./issue-drawer";

/** The drawer is in the frame of every page and seldom opened: the browser fetches its program when it is there. */
const Part = import.meta.env.SSR
  ? IssueDrawer
  : lazy(async () => ({ default: (await import("./issue-drawer")).IssueDrawer }));

/** REPORT AN ISSUE over a page. The server draws it at once; the browser leaves that alone until it has the program. */
export function IssuePart(props: IssueDrawerProps) {
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
