/** Who works at Tidewater. Nobody knows their passwords: a newcomer signs in as the first person. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly role: "viewer" | "member" | "org_admin";
  readonly teams: readonly string[];
}

export const people: readonly Person[] = [
  person("ada", "Ada Okafor", "org_admin", ["Platform", "Incident command", "セキュリティ"]),
  person("ben", "Ben Lindqvist", "member", ["Storefront", "Platform", "Incident command"]),
  person("chloe", "Chloé Martin", "member", ["Storefront", "Données & IA", "Søk & anbefalinger"]),
  person("dev", "Dev Raman", "member", ["Payments", "Checkout", "Incident command"]),
  person("emi", "佐藤 恵美", "member", ["Payments", "セキュリティ", "Finance systems"]),
  person("farid", "فريد حداد", "viewer", ["Logistics", "Kundtjänst"]),
  person("olena", "Олена Коваль", "member", ["Logistics", "Склад", "Data platform"]),
  person("siobhan", "Siobhán O'Brien", "org_admin", ["Platform", "Mobile", "Incident command"]),
  person("thanh", "Thanh Nguyễn", "member", ["Mobile", "Checkout", "Identity"]),
  person("zoe.luz", "Zoë Luz Álvarez y Peña de la Cruz", "member", [
    "Identity",
    "Kundtjänst",
    "Data platform",
  ]),
];

function person(mailbox: string, name: string, role: Person["role"], teams: readonly string[]): Person {
  return { email: `${mailbox}@tidewater.example`, name, role, teams };
}
