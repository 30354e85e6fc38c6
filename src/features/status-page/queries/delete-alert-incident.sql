DELETE FROM alert_incidents WHERE organization_id = :organization_id AND kind = :kind AND id = :id
