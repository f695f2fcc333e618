import { defineConfig } from "oxlint";
import { dependencyRules } from "./scripts/dependency-rules.ts";

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "node", "jest"],
  categories: {
    correctness: "error",
    suspicious: "error",
  },
  options: {
    typeAware: true,
  },
  // The settings of TypeScript in examples with Astro extend Astro's, which aren't installed here; their tests run `astro check`.
  ignorePatterns: [
    "packages/database/generated/**",
    "**/dist/**",
    "coverage/**",
    "examples/astro-magazine/**",
    "examples/event-directory/website/**",
    "examples/**/site.types.ts",
  ],
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "eslint/max-lines": [
      "error",
      {
        max: 200,
        skipComments: true,
        skipBlankLines: true,
      },
    ],
    "eslint/max-params": [
      "error",
      {
        max: 5,
      },
    ],
    "eslint/max-depth": [
      "error",
      {
        max: 3,
      },
    ],
    "eslint/eqeqeq": "error",
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-explicit-any": "error",
    "import/no-unassigned-import": "off",
    "eslint/no-shadow": "off",
    "eslint/no-underscore-dangle": "off",
    "eslint/no-await-in-loop": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "import/no-named-as-default-member": "off",
    "typescript/unbound-method": "off",
    "oxc/no-async-endpoint-handlers": "off",
    "unicorn/consistent-function-scoping": "off",
    "jest/no-conditional-expect": "off",
    "jest/expect-expect": "off",
    "jest/no-standalone-expect": "off",
    "eslint/no-control-regex": "off",
    "import/no-named-as-default": "off",
    "jest/valid-title": "off",
    "eslint/no-unused-expressions": [
      "error",
      {
        allowTernary: true,
        allowShortCircuit: true,
      },
    ],
    "eslint/no-unused-vars": [
      "error",
      {
        ignoreRestSiblings: true,
        argsIgnorePattern: "^_",
        varsIgnorePattern: "^_",
      },
    ],
    "jest/no-focused-tests": "error",
    "jest/no-disabled-tests": "error",
    "jest/prefer-comparison-matcher": "error",
    "jest/prefer-equality-matcher": "error",
    "jest/prefer-importing-jest-globals": "error",
    "jest/prefer-to-contain": "error",
    "jest/prefer-to-have-length": "error",
    "typescript/no-misused-spread": "off",
    "typescript/no-unsafe-enum-assignment": "off",
    "typescript/no-base-to-string": "off",
    "typescript/no-redundant-type-constituents": "off",
    "typescript/no-unnecessary-type-arguments": "off",
    "typescript/restrict-template-expressions": "off",
    "typescript/require-array-sort-compare": "off",
  },
  overrides: [
    {
      files: [
        "cms.config.ts",
        "admin/**",
        "packages/admin/src/own-parts/virtual.d.ts",
        "docs/.vitepress/config.ts",
        "**/*.config.{ts,js}",
        "**/fixtures/**",
        "tests/runner/*.js",
      ],
      rules: {
        "import/no-default-export": "off",
      },
    },
    {
      files: ["**/test/**", "tests/**"],
      rules: {
        "eslint/max-lines": [
          "error",
          {
            max: 400,
          },
        ],
        "typescript/no-explicit-any": "off",
      },
    },
    {
      files: ["cms.config.ts"], // one file by its nature, and the example shows each feature once
      rules: { "eslint/max-lines": ["error", { max: 250, skipComments: true, skipBlankLines: true }] },
    },
    {
      files: ["packages/{config/src/{define,define-hooks},model/src/{definitions,common-options},client/src/handle-types}.ts"],
      rules: {
        "typescript/no-explicit-any": "off",
      },
    },
    {
      files: ["packages/admin/src/events/follow-changes.ts"], // a channel's messages have no target
      rules: { "unicorn/require-post-message-target-origin": "off" },
    },
    ...dependencyRules,
    {
      // Pages, layouts and settings of Next.js are default exports.
      files: ["examples/**"],
      rules: { "import/no-default-export": "off" },
    },
    {
      // A project's files: they import what is published, and their tests are Node's.
      files: ["packages/create-colophon/templates/**", "examples/*/content/**"],
      rules: {
        "eslint/no-restricted-imports": "off",
        "typescript/no-floating-promises": "off",
      },
    },
  ],
});
