DELETE FROM organizations WHERE id = $1
