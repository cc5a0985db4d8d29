/** What the type checker (svelte-check) does not see: forgotten promises, lists without keys, unused code, stray console lines. */
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const unused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_" };

export default ts.config(
  { ignores: ["node_modules/", "src/core/wire.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs["flat/recommended"],
  {
    languageOptions: { globals: globals.browser },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", unused],
      "no-console": "error",
      eqeqeq: "error",
      "svelte/prefer-svelte-reactivity": "off", // sets and maps here are made anew, never changed
      "svelte/no-unused-svelte-ignore": "off", // svelte-check warns where ESLint's compiler does not
      "svelte/no-useless-mustaches": "off", // {" "} keeps the space between two parts
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    files: ["src/**/*.ts"],
    ignores: ["**/*.svelte.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { "@typescript-eslint/no-floating-promises": "error", "@typescript-eslint/no-misused-promises": "error" },
  },
);
