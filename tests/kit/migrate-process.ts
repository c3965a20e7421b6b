// The migrating process of migrate.test.ts. Arguments: the owner's address of the database, the schemas as JSON.
import { migrateSchemas } from "../../services/kit/migrate";

const [, , url = "", schemas = "{}"] = process.argv;
process.stdout.write("began\n");
await migrateSchemas(url, JSON.parse(schemas));
