UPDATE hosted_connectors SET holder = NULL, held_until = NULL WHERE holder = :holder
