SELECT incident_id AS "incidentId", mute_id AS "muteId", services, starts_at AS "startsAt", ends_at AS "endsAt"
FROM maintenance_mutes
WHERE organization_id = :organization_id
