DELETE FROM organizations WHERE id = :organization_id
