// A plugin of esbuild: of the package validator, which is one object of a hundred functions, a file gets only those
// that it names. All of them were a third of the Terraform provider's file, and a tenth of its start.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";

export const usedValidators = {
  name: "used-validators",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^validator$/ }, ({ importer }) => ({ path: importer, namespace: "validator" }));
    onLoad({ filter: /./, namespace: "validator" }, ({ path }) => {
      const used = [...readFileSync(path, "utf8").matchAll(/\bvalidator\.(\w+)\(/g)].map(([, name]) => name);
      const names = [...new Set(used)];
      const imports = names.map((name) => `import ${name} from "validator/es/lib/${name}.js";`);
      return {
        contents: `${imports.join("\n")}\nexport default { ${names.join(", ")} };`,
        resolveDir: dirname(path),
      };
    });
  },
};
