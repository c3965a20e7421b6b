// The migrating process of migrate.test.ts. Argument: the owner's address of the database.
import { migrate } from "../../services/kit/migrate";

process.stdout.write("began\n");
await migrate(process.argv[2] ?? "");
