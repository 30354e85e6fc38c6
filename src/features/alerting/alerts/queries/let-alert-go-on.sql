UPDATE alerts SET goes_on = true WHERE organization_id = :organization_id AND id = :id
