/** `npm run build`: compiles the contracts and writes their types. */
import { build } from "../chain/build.ts";

await build(() => process.stderr.write("Compiling the contracts (half a minute)…\n"));
