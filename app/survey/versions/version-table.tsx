import { commas } from "../../../rules/format";
import { draftVersion, type SurveyVersions } from "../../../services/survey/contract.versions";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { SampleTable } from "../../kit/ui/sample-table";

type VersionTableProps = { uuid: string; versions: SurveyVersions["data"]; edited: boolean; zone: string };

/** The versions, the latest first, each compared with the one before it; above them what is not published yet. */
export function VersionTable({ uuid, versions, edited, zone }: VersionTableProps) {
  const changes = (before: number, after: number) => href("/survey/:uuid/versions", { uuid }, { before, after });
  const last = versions[0]?.version ?? 0;
  return (
    <Card label="All versions">
      <SampleTable
        label="Versions"
        heads={["Version", "Published", "By", "Open sessions", "Ended sessions", "Changes"]}
      >
        {edited && (
          <tr>
            <td>Not published yet</td>
            <td />
            <td />
            <td />
            <td />
            <td>
              <Link className="link" to={changes(last, draftVersion)}>
                Since version {last}
              </Link>
            </td>
          </tr>
        )}
        {versions.map(({ version, by, at, open, ended }) => (
          <tr key={version}>
            <td>Version {version}</td>
            <td>
              <DateTime at={at} zone={zone} />
            </td>
            <td>{by || "A program"}</td>
            <td className="num">{commas(open)}</td>
            <td className="num">{commas(ended)}</td>
            <td>
              {versions.some((one) => one.version === version - 1) ? (
                <Link className="link" to={changes(version - 1, version)}>
                  Since version {version - 1}
                </Link>
              ) : (
                version === 1 && "The first version"
              )}
            </td>
          </tr>
        ))}
      </SampleTable>
    </Card>
  );
}
