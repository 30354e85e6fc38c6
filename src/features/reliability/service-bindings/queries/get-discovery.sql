SELECT reported FROM discoveries
WHERE organization_id = :organization_id AND service = :service AND environment = :environment
