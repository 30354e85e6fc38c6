DELETE FROM heartbeats WHERE organization_id = :organization_id AND id = :id
