-- @param quiet_since, proposed_at, proposed_body: nullable
INSERT INTO alert_incidents
  (organization_id, kind, id, incident_id, revision, reopened, quiet_since, proposed_at, proposed_body)
VALUES
  (:organization_id, :kind, :id, :incident_id, :revision, :reopened, :quiet_since, :proposed_at, :proposed_body)
ON CONFLICT (organization_id, kind, id) DO UPDATE SET
  incident_id = excluded.incident_id, revision = excluded.revision, reopened = excluded.reopened,
  quiet_since = excluded.quiet_since, proposed_at = excluded.proposed_at, proposed_body = excluded.proposed_body
