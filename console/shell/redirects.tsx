/** Short addresses that lead to the organization that was looked at last. */
import { Text } from "@mantine/core";
import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { lastOrganization, useWhoAmI } from "./session.ts";
import * as texts from "./texts.ts";

export function HomeRedirect() {
  const { organizations, other_organizations: others } = useWhoAmI();
  const here = lastOrganization(organizations) ?? others[0];
  if (here === undefined) return <NoOrganization />;
  return <Navigate to="/o/$org" params={{ org: here.slug }} replace />;
}

export function SettingsRedirect() {
  const { kind = "" } = useParams({ strict: false });
  const here = lastOrganization(useWhoAmI().organizations);
  if (here === undefined) return <NoOrganization />;
  return <Navigate to="/o/$org/settings/$kind" params={{ org: here.slug, kind }} replace />;
}

/** Where people guess that a new row is made; no row has such an id. */
export function NewRowRedirect() {
  const { org = "", kind = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  return <Navigate to="/o/$org/new/$kind" params={{ org, kind }} search={search as never} replace />;
}

/** The audit log is a part of Changes; what it was narrowed to comes along. */
export function AuditRedirect() {
  const { org = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  return <Navigate to="/o/$org/changes" params={{ org }} search={search as never} replace />;
}

function NoOrganization() {
  return (
    <div className="page">
      <h1>{texts.noOrganizationYet}</h1>
      <Text>{texts.youAreNotAMember}</Text>
    </div>
  );
}
