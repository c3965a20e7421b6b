import { useLocation } from "@remix-run/react";
import { commas } from "../../../rules/format";
import type { ExpressList } from "../../../services/messaging/contract.express";
import { Link } from "../../kit/ui/link";
import { useLive } from "../../kit/use-live";

/** While the rows are read: a large file takes seconds. */
export function ReadingRows({ list }: { list: ExpressList }) {
  useLive(true, 500);
  const { pathname } = useLocation();
  return (
    <section className="card grid max-w-[1152px] gap-2 p-5 max-md:p-4" aria-label="Reading the rows" aria-busy="true">
      <p role="status">
        <b className="font-medium">Reading the rows.</b>{" "}
        <span className="num text-quiet">{commas(list.rows_read)} so far</span>
      </p>
      <p className="text-sm text-quiet">
        The message comes next.{" "}
        <Link className="link" to={pathname} preventScrollReset>
          Refresh
        </Link>
      </p>
    </section>
  );
}
