// Prints the rows of ElectroDB. It only computes the keys here, without a client of DynamoDB.
const { Entity } = require("electrodb");
const { version } = require("electrodb/package.json");

const numbers = [-256, -10, -2, -1, 0, 1, 2, 9, 10, 99, 100, 255, 256, 65536, 2 ** 53 - 1];
const texts = ["", "a", "A", "aa", "ab", "b", "\0", "\u{1}", "\u{10FFFF}", "a#b_", "a#b_a", "host1", "host12", "host2"];
const pairs = texts.flatMap((a) => texts.map((b) => [a, b]));
const numbered = texts.flatMap((a) => numbers.filter((b) => b >= 0).map((b) => [a, b]));

const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const compare = (a, b) => (typeof a === "number" ? a - b : byBytes(a, b));
const byValue = (a, b) => compare(a[0], b[0]) || (a.length > 1 ? compare(a[1], b[1]) : 0);
const shortest = (examples) => examples.sort((a, b) => a.length - b.length)[0];
const show = (value) => {
  const parts = value.map((part) => JSON.stringify(part));
  return parts.length > 1 ? `(${parts.join(", ")})` : parts[0];
};

/** An entity whose sort key has attributes of these types, named a and b. */
function entityOf(types, padding, casing) {
  const attributes = types.map((type, at) => ["ab"[at], { type, ...(type === "number" ? padding : {}) }]);
  const pk = { field: "pk", composite: ["tenant"] };
  const sk = { field: "sk", composite: attributes.map(([name]) => name), ...casing };
  return new Entity(
    {
      model: { entity: "row", version: "1", service: "comparison" },
      attributes: { tenant: { type: "string" }, ...Object.fromEntries(attributes) },
      indexes: { rows: { pk, sk } },
    },
    { table: "rows" },
  );
}

const key = (entity, [a, b]) => entity.get({ tenant: "t", a, b }).params().Key.sk;

function sorts(entity, values) {
  const [colliding, misordered] = [[], []];
  const keys = values.map((value) => key(entity, value));
  values.forEach((a, i) =>
    values.forEach((b, j) => {
      if (byValue(a, b) >= 0) return;
      if (keys[i] === keys[j]) colliding.push(`no: \`${show(a)}\` = \`${show(b)}\``);
      else if (byBytes(keys[i], keys[j]) > 0) misordered.push(`no: \`${show(b)}\` before \`${show(a)}\``);
    }),
  );
  return shortest(colliding) ?? shortest(misordered) ?? "yes";
}

/** Compares the rows that a query of each text finds with the rows of the text. */
function prefix(entity, values) {
  const wrong = [];
  for (const text of texts) {
    const begin = entity.query.rows({ tenant: "t", a: text }).params().ExpressionAttributeValues[":sk1"];
    for (const value of values) {
      const found = key(entity, value).startsWith(begin);
      if (found !== (value[0] === text)) {
        wrong.push(`no: \`${show([text])}\` ${found ? "finds" : "misses"} \`${show([value[0]])}\``);
      }
    }
  }
  return shortest(wrong) ?? "yes";
}

function printRows(name, padding, casing) {
  const entity = (...types) => entityOf(types, padding, casing);
  const keyOf = (number) => key(entity("number"), [number]);
  const others = [...numbers, 1e21];
  const before = others.filter((other) => byBytes(keyOf(other), keyOf(NaN)) < 0).length;
  const single = (values) => values.map((value) => [value]);
  const values = [
    sorts(entity("number"), single(numbers)),
    sorts(entity("string"), single(texts)),
    sorts(entity("number"), single([-1.5, -1, 0, 0.5, 1, 1.5, 255, 1e21])),
    keyOf(-0) === keyOf(0) ? "equal to 0.0" : "not equal to 0.0",
    before === 0 ? "first" : before === others.length ? "last" : "among the numbers",
    "not run",
  ];
  const parts = [
    sorts(entity("string", "number"), numbered),
    sorts(entity("string", "string"), pairs),
    "not offered",
    prefix(entity("string", "number"), numbered),
    "not run",
    "-",
    "-",
  ];
  console.log(`| ${[name, ...values].join(" | ")} |`);
  console.log(`| ${[name, ...parts].join(" | ")} |`);
}

printRows(`ElectroDB ${version}`, {}, {});
const padding = { padding: { length: 16, char: "0" } };
printRows(`ElectroDB ${version}, with \`padding\` and \`casing: "none"\``, padding, { casing: "none" });
