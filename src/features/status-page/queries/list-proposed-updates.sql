-- @result at, body: !
SELECT incident_id AS "incidentId", proposed_at AS at, proposed_body AS body
FROM alert_incidents
WHERE organization_id = :organization_id AND incident_id = ANY (:incident_ids::text[]) AND proposed_at IS NOT NULL
