-- What follows alerts, by component.
SELECT id, incident_id AS "incidentId", revision, reopened, quiet_since AS "quietSince", proposed_at AS "proposedAt",
  proposed_body AS "proposedBody"
FROM alert_incidents
WHERE organization_id = :organization_id
