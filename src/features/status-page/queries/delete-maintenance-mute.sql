DELETE FROM maintenance_mutes WHERE organization_id = :organization_id AND incident_id = :incident_id
