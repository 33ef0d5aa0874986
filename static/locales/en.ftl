### Every word that Nodetide says, in English. API names and enum values stay as GKE and Kubernetes write them.

## First screen. The words of the modules that are loaded first (xtask/src/parts.rs); all others come with the rest.

span-day = { $n } d
span-hour = { $n } h
span-minute = { $n } min
span-second = { $n } s
list-two = { $first } and { $last }
list-many = { $first }, and { $last }
list-separator = ,{ " " }
none = none
ui-nodetide = Nodetide
ui-skip = Skip to the stage
ui-scenario-name = Scenario name
ui-unnamed = Untitled
ui-presets = Presets
ui-preset-is = Preset: { $title }
ui-presets-lead = Ready-made clusters, each showing one behavior. You can edit them like your own.
ui-preset-size = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
ui-import = Import
ui-theme-dark = Dark theme
ui-theme-light = Light theme
ui-help = Help and keyboard shortcuts
ui-setup = Setup
ui-dismiss = Dismiss
ui-independent = Independent project, not affiliated with Google.
ui-stays-here = Nothing leaves this tab: no uploads, no cookies, no analytics.
ui-empty-title = See what a node pool upgrade will do before you run it
ui-empty-lead = Nodetide simulates GKE node pool upgrades in your browser: which node drains when, which PodDisruptionBudget blocks it, and when the upgrade ends.
ui-empty-preset = Try a preset
ui-empty-import = Import your cluster
ui-empty-paste = Paste what you already have
ui-empty-paste-open = Paste
ui-empty-files = Output of kubectl and gcloud. Before anything runs, you see what is used, ignored, and assumed.
ui-empty-drop = Drop files anywhere on the page
ui-empty-keys = for all commands
ui-drop-here = Drop files here
ui-import-choose = Choose files
key-palette = Command palette
ui-import-lead = kubectl output (JSON or YAML), manifests, cluster and node pool descriptions, Terraform, gcloud commands, or a scenario. Several files are combined into one cluster.
ui-import-command = kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json > objects.json
ui-errors-more = { $n ->
        [one] And 1 more error.
       *[other] And { $n } more errors.
    }
ui-last-run-stays = Still showing the last successful run.
ui-engine-crashed = The simulation failed. This is a bug in Nodetide. Still showing the last successful run.
ui-inline-refused = The browser doesn't allow a background worker. Simulating in the page instead, which may be slower.
ui-inline-silent = The background worker didn't start in time. Simulating in the page instead, which may be slower.
ui-inline-lost = The background worker stopped. Continuing in the page, which may be slower.
ui-crash-title = Something went wrong
ui-crash-lead = This is a bug in Nodetide. Nothing was sent anywhere. Your scenario is shown below and is restored when you restart.
ui-crash-text = Scenario
ui-crash-copy = Copy this report
ui-crash-again = Restart
ui-coming = Opening …
ui-pages = Pages
ui-page-upgrade = Upgrade
ui-page-checker = Policy checker
ui-checker-title = When is this window really open?
ui-checker-lead = Paste an RRULE, a gcloud command, Terraform, or describe output. Nothing leaves this tab.
ui-share = Share
ui-compare = Compare
ui-span-days = { $d } d { $h } h
ui-span-hours = { $h } h { $m } min
ui-span-minutes = { $m } min { $s } s
ui-span-seconds = { $s } s

## Rules of the engine. The text is the story's sentence; `rule` is what holds always.

rule-start-scenario = The run starts
    .rule = This is how the scenario starts.
rule-user-command = { $command }
    .rule = A user command, or an event from the scenario's script.
rule-user-refused = The command has no effect: { $why }
    .rule = Which commands are valid depends on the state of the pool's upgrade. A finished upgrade can't be rolled back, and settings are locked while an upgrade runs.
rule-user-missing = The command has no effect: { $why }
    .rule = A script entry whose pool no longer exists fails at its time, and the run continues.
rule-control-plane-start = { $command } starts
    .rule = The control plane is upgraded before its nodes, and only while no node upgrade is in progress. The upgrade can't be canceled.
rule-control-plane-replica = Control plane replica { $replica } is being recreated: unavailable for { $lasts }
    .rule = A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption.
rule-control-plane-done = The control plane runs the new version
    .rule = Nodes can be upgraded once the control plane has reached the version.
rule-control-plane-waits = The control plane operation is due but can't start yet: { $why }
    .rule = A control plane upgrade waits until a maintenance window is open and no node upgrade is in progress. Operations run one at a time.
rule-control-plane-refused = The command has no effect: { $why }
    .rule = The control plane can only be upgraded to a newer version, one upgrade at a time.
rule-control-plane-does-not-answer = The command has no effect: { $why }
    .rule = A zonal cluster can't be changed while its control plane is being upgraded.
rule-control-plane-waits-exclusion = The control plane operation is due but can't start yet: { $why }
    .rule = A control plane upgrade waits as long as an active maintenance exclusion blocks upgrades of its kind.
rule-control-plane-one-a-month = The control plane operation is due but can't start yet: { $why }
    .rule = A cluster that is several minor versions behind its channel's default is upgraded by one minor version every 30 days.
rule-control-plane-disruption-budget = The control plane operation is due but can't start yet: { $why }
    .rule = The cluster's disruption budget sets the minimum interval between automatic control plane upgrades: by default 1 day between patch upgrades and 30 days between minor upgrades. Manual upgrades count too.
rule-control-plane-waits-nodes = The control plane operation is due but can't start yet: { $why }
    .rule = Nodes can be at most two minor versions older than the control plane, so the control plane waits until they are upgraded.
rule-control-plane-scheduled = { $command } is announced (SCHEDULED) { $after } before it can start
    .rule = With scheduled upgrades, GKE announces each automatic control plane upgrade at least 72 hours in advance.
rule-control-plane-repair = { $command } starts
    .rule = A control plane repair ignores maintenance windows and exclusions. Its replicas are recreated one at a time.
rule-control-plane-disruption = { $command } starts
    .rule = GKE maintenance recreates the control plane VMs at the same version, one replica at a time.
rule-control-plane-back = The control plane is available again, at its previous version
    .rule = A control plane that is recreated keeps its version.
rule-user-node-refused = The command has no effect: { $why }
    .rule = A drain needs an existing node that isn't being drained by an upgrade. Cordon and uncordon have no effect on a node that is already in that state.
rule-window-opens = A maintenance window opens
    .rule = Automatic work can start while a maintenance window is open and no exclusion blocks it.
rule-window-closes = The maintenance window closes
    .rule = After the window closes, no further automatic work starts.
rule-exclusion-begins = Maintenance exclusion { $name } starts ({ $scope })
    .rule = While an exclusion is active, automatic work in its scope doesn't start. It is active from its start time until its end time.
rule-exclusion-ends = Maintenance exclusion { $name } ends
    .rule = After it ends, an exclusion no longer blocks anything. Other active exclusions still do.
rule-capacity-quota-set = { $spare ->
        [none] Quota is sufficient for every VM
        [one] Quota now allows 1 VM more than at the start
       *[other] Quota now allows { $spare } VMs more than at the start
    }
    .rule = Each VM uses one unit of quota, from its request until its deletion is complete.
rule-capacity-stockout-set = { $out ->
        [yes] { $subject } is out of stock
       *[other] { $subject } has capacity again
    }
    .rule = In a zone that is out of stock, no VM can be created unless a reservation holds capacity for it.
rule-set-in-place = Node labels and taints are changed in place
    .rule = Only changes that recreate nodes use an upgrade strategy. Labels and taints of existing nodes are changed in place.
rule-set-upgrade-settings = Upgrade settings are changed
    .rule = Settings are locked while an upgrade runs. A canceled upgrade resumes with the new settings but keeps its strategy.
rule-set-replicas = Replicas set to { $replicas }
    .rule = A percentage-based PodDisruptionBudget follows spec.replicas immediately.
rule-set-budget = The PDB's limit is changed
    .rule = The next eviction uses the new limit.
rule-set-behaviour = The behavior of its Pods changes
    .rule = From now on, Pods of the workload behave this way. Pods that are already starting or terminating are not affected.
rule-capacity-reservation-set = { $machines ->
        [none] No VMs are reserved for { $subject } anymore
        [one] 1 VM is reserved for { $subject }
       *[other] { $machines } VMs are reserved for { $subject }
    }
    .rule = A pool with its own reservation can have as many VMs as the reservation holds, regardless of quota and stockouts.
rule-pool-resize = The pool is resized to { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
    .rule = Increasing the size requests VMs. New nodes get the pool's configuration, or the target configuration during an upgrade.
rule-pool-request-node = Node requested; Ready in { $ready }
    .rule = A node that is added during an upgrade, even a canceled one, has the target configuration.
rule-pool-no-capacity = No VM for a new node: { $blocker }
    .rule = A refused request is retried every 5 minutes and when capacity changes.
rule-pool-node-ready = The new node is Ready
    .rule = Pods can be scheduled on a node as soon as it is Ready.
rule-node-preempted = Its Spot VM is preempted and gone in { $gone }
    .rule = A preempted VM gets 30 seconds to shut down, of which user Pods get 15. PodDisruptionBudgets are not consulted. A new VM with the same name replaces it.
rule-node-shuts-down-pod = { $state ->
        [unready] Not ready: its VM is shutting down
       *[other] Terminated by the shutdown of its VM
    }
    .rule = When a VM shuts down, each Pod gets its grace period, but at most 15 seconds. DaemonSet and mirror Pods stop with the VM.
rule-node-bring-back = Its VM is requested again; Ready in { $ready }
    .rule = The instance group keeps its size: a VM that was taken away is recreated, with the target configuration during an upgrade.
rule-node-bring-back-waits = No replacement VM: { $blocker }
    .rule = A refused request is retried every 5 minutes and when capacity changes.
rule-node-brought-back = Ready again
    .rule = A recreated node counts as upgraded if it has the target configuration.
rule-node-kubelet-stops = kubelet stopped; not detected yet
    .rule = The control plane marks a node as lost after 40 seconds without a heartbeat (50 seconds from version 1.32). Until then, Pods can still be scheduled on it.
rule-node-disk-full = Its boot disk is full: no new Pods are scheduled here
    .rule = Auto-repair recreates a node whose boot disk has been full for about 30 minutes.
rule-node-lost = Status Unknown: no heartbeat from its kubelet
    .rule = Pods on a lost node are not ready. After 300 seconds, or their tolerationSeconds, they are deleted regardless of their PodDisruptionBudgets.
rule-node-lost-pod = Not ready: its node is lost
    .rule = All Pods on a lost node count as not ready.
rule-repair-cordon = Cordoned for repair
    .rule = Auto-repair drains an unhealthy node for at most an hour and recreates it, one node per zone at a time, regardless of maintenance windows and exclusions.
rule-repair-delete = Its VM is being deleted, gone in { $gone }, then recreated
    .rule = A repaired node keeps its name and its configuration.
rule-repair-ends-pod = Terminated: its node's kubelet is down
    .rule = Pods without a running kubelet don't hold up the drain. PodDisruptionBudgets are not consulted.
rule-host-live-migration = Its VM is live-migrated to another host; no Pod is disrupted
    .rule = Most VMs are live-migrated when their host is maintained. GKE maintenance windows and exclusions don't apply.
rule-host-down = Its VM is down for { $down }: it can't be live-migrated
    .rule = VMs with GPUs or TPUs can't be live-migrated: their Pods are terminated. GKE maintenance windows and exclusions don't apply.
rule-host-ends-pod = { $state ->
        [unready] Not ready: its VM is down
       *[other] Terminated: its VM is down
    }
    .rule = A VM that can't be live-migrated terminates its Pods. PodDisruptionBudgets are not consulted.
rule-host-back = Its VM is running again
    .rule = After a host event, the VM restarts under the same name.

rule-short-lived-life-over = Its maximum run duration is reached; gone in { $gone }
    .rule = Flex-start and queued VMs run for at most seven days. They are not drained, and new ones are created only on request.
rule-short-lived-cancel = The upgrade is canceled: nodes keep running (UpgradeInfoEvent CANCELED)
    .rule = A short-lived upgrade has no running operation that could be stopped.
rule-short-lived-roll-back = The rollback starts: from now on, new nodes get the old configuration
    .rule = A short-lived upgrade doesn't touch existing nodes, even when it is rolled back.
rule-short-lived-succeed = No node with a different configuration is left
    .rule = A short-lived upgrade ends when the last node with a different configuration is gone.
rule-user-cordon = Cordoned manually: no new Pods are scheduled here, running Pods continue
    .rule = A cordon sets spec.unschedulable. It doesn't move any Pod.
rule-user-uncordon = Uncordoned manually
    .rule = Pods can be scheduled on the node again.

rule-upgrade-start = { $automatic ->
        [yes] The automatic { $change } starts (UpgradeInfoEvent STARTED)
       *[other] The { $change } starts (UpgradeInfoEvent STARTED)
    }
    .rule = A change that recreates nodes uses the pool's upgrade strategy.
rule-upgrade-queue = The upgrade is due but can't start yet: { $why }
    .rule = An automatic upgrade starts only when the control plane is at the target version or newer.
rule-upgrade-queue-window = The upgrade is due but can't start yet: { $why }
    .rule = An automatic upgrade starts only while a maintenance window is open.
rule-upgrade-queue-exclusion = The upgrade is due but can't start yet: { $why }
    .rule = Automatic work waits as long as an active exclusion blocks work of its kind, even while a window is open.
rule-upgrade-pause-exclusion = The upgrade is paused: { $why }; nodes already in progress finish
    .rule = When an exclusion that blocks a surge upgrade starts, the upgrade starts no further node. It resumes automatically when a window is open and no exclusion blocks it.
rule-upgrade-pause-turn = The upgrade can resume and is waiting for its turn: { $why }
    .rule = Only one automatic operation runs at a time in a cluster. This includes paused upgrades that can resume.
rule-upgrade-override = Override ({ $why }): maintenance windows and exclusions don't apply
    .rule = Emergencies, critical patches, the end of support, expiring certificates, and policies that leave too little maintenance time take precedence and are not paused.
rule-upgrade-queue-turn = The upgrade is due but can't start yet: { $why }
    .rule = Only one automatic upgrade runs at a time in a cluster. Configuration changes come before new versions, then the upgrade that has been due the longest, then pool order.
rule-upgrade-pause = The upgrade is paused: { $why }; nodes already in progress finish
    .rule = When the window closes, a surge upgrade starts no further node. Nodes already in progress finish, even after the window.
rule-upgrade-go-on = The upgrade resumes automatically
    .rule = A paused surge upgrade resumes in the next open window.
rule-upgrade-cancel = The upgrade is canceled; nodes already in progress finish (UpgradeInfoEvent CANCELED)
    .rule = Canceling pauses the upgrade: no further node starts, nodes already in progress finish, and nothing is rolled back.
rule-upgrade-cancelled = The upgrade has stopped
    .rule = Upgraded nodes keep the new version and the other nodes keep the old one. You can resume or roll back.
rule-upgrade-resume = The upgrade resumes with the remaining nodes
    .rule = Resuming upgrades the nodes that the canceled upgrade didn't reach.
rule-upgrade-roll-back = The rollback starts: upgraded nodes return to the old configuration
    .rule = A rollback recreates the upgraded nodes with the old configuration. Nodes that were never started are not touched.
rule-upgrade-rolled-back = Rolled back: every node has its old configuration
    .rule = A rollback ends when the last upgraded node is gone.
rule-upgrade-again = A new automatic upgrade upgrades the remaining nodes
    .rule = A pool whose upgrade was canceled can be scheduled again if auto-upgrade is enabled.
rule-upgrade-succeed = Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when no node of the pool has the old configuration.

rule-surge-zone-start = { $zone } starts with { $slots ->
        [one] 1 slot
       *[other] { $slots } slots
    }: { $surge } surge, { $unavailable } unavailable
    .rule = Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone.
rule-surge-zone-done = { $zone } is done
    .rule = The next zone starts when every slot of this zone is free and no old node is left in it.
rule-surge-take = Selected as the next node for surge slot { $slot }
    .rule = The number of nodes upgraded at once is maxSurge + maxUnavailable. The order is not defined.
rule-surge-take-unavailable = Selected as the next node for unavailable slot { $slot }
    .rule = maxUnavailable is the number of existing nodes that can be down at once. The order is not defined.
rule-surge-request-node = Surge node requested; Ready in { $ready }
    .rule = A surge slot first creates a new node and waits until it is Ready (except in a Spot pool). Then it cordons, drains, and deletes the old node.
rule-surge-no-capacity = { $kind ->
        [held] No VM for its surge node: { $blocker }
       *[other] No surge node can be created: no capacity available
    }
    .rule = Without capacity for a surge node, the upgrade of an old node doesn't start. The request is retried every 5 minutes and when capacity changes.
rule-surge-recreate-waits = { $kind ->
        [held] No replacement VM: { $blocker }
       *[other] Its replacement is waiting for capacity
    }
    .rule = Recreating a node briefly releases its capacity. Without a reservation, the capacity can be lost, and the node stays missing until capacity is available.

rule-surge-capacity-found = Capacity is available again
    .rule = Waiting slots continue as soon as capacity is available, in the order in which they were refused.
rule-surge-node-ready = The new node is Ready
    .rule = A surge slot continues when its new node is Ready.
rule-surge-cordon = Cordoned: its surge node is Ready, no new Pods are scheduled here
    .rule = When the surge node is Ready, the old node is cordoned. Its drain starts one second later.
rule-surge-cordon-unavailable = Cordoned: no new Pods are scheduled here
    .rule = An unavailable slot cordons and drains the old node immediately, without creating another node first.
rule-surge-cordon-spot = Cordoned without waiting for its surge node, which is a Spot VM
    .rule = In a Spot pool, GKE doesn't wait for surge nodes to be Ready.
rule-surge-delete = Its VM is being deleted, gone in { $gone }
    .rule = A surge slot deletes the old node when its drain has ended.
rule-surge-delete-to-recreate = Its VM is being deleted, gone in { $gone }, then recreated
    .rule = An unavailable slot recreates the node with the new configuration. In between, its capacity is available to anyone.
rule-surge-recreate = Recreated with the new configuration; Ready in { $ready }
    .rule = The VM of a recreated node keeps its name.
rule-surge-node-recreated = The recreated node is Ready
    .rule = A recreated node is Ready as soon as it registers.
rule-surge-uncordon = Uncordoned: Pods can be scheduled here again
    .rule = A recreated node is uncordoned when it is Ready.
rule-surge-node-done = Its slot is done
    .rule = A slot that is done takes its next node immediately.
rule-multi-host-take = Recreated together with its whole slice
    .rule = A multi-host TPU slice is one unit: GKE recreates all of its nodes in one step, regardless of the pool's strategy.
rule-multi-host-cordon = Cordoned together with its whole slice
    .rule = All nodes of a slice are cordoned and drained together.
rule-multi-host-delete = Its VM is being deleted, gone in { $gone }
    .rule = The VMs of a slice are deleted when the last of its drains has ended.
rule-multi-host-waits = No capacity for the whole slice: { $blocker }
    .rule = A slice is created only when there is capacity for all of its nodes.
rule-multi-host-recreate = Recreated with the new configuration; Ready in { $ready }
    .rule = The nodes of a slice are recreated together and keep their names.
rule-multi-host-done = Its slice is done
    .rule = The upgrade has succeeded when the slice is Ready.

rule-blue-green-quota-check = Quota check failed: the green pool needs as many VMs as the blue pool; nothing was created (UpgradeInfoEvent FAILED)
    .rule = Quota for the whole green pool is checked before anything is created. Resuming the upgrade repeats the check.
rule-blue-green-create = { $phase }: green nodes are created alongside the blue ones
    .rule = A blue-green upgrade first creates as many green nodes as there are blue ones, in all zones at once. No Pod is evicted before all of them exist.
rule-blue-green-request-node = Green node requested; Ready in { $ready }
    .rule = The green pool has as many nodes as the blue pool when the upgrade starts, so the pool temporarily has twice its nodes.
rule-blue-green-node-ready = The green node is Ready
    .rule = Pods can be scheduled on a green node as soon as it is Ready. The phase ends when all green nodes are Ready.
rule-blue-green-no-capacity = { $kind ->
        [held] No VM for a green node: { $blocker }
       *[other] No green node can be created: no capacity available
    }
    .rule = A refused green VM is requested again every 5 minutes and when capacity changes. The phase has no time limit.
rule-blue-green-cordon = { $phase }: no new Pods are scheduled on blue nodes
    .rule = When every green node is Ready, all blue nodes are cordoned at once. Running Pods stay.
rule-blue-green-cordon-node = Cordoned together with the whole blue pool
    .rule = All blue nodes in all zones are cordoned at once.
rule-blue-green-drain = { $phase }: blue nodes are drained in batches
    .rule = Blue nodes are drained in batches across all zones, in zone order.
rule-blue-green-batch = Draining batch { $batch } of { $of }
    .rule = The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node.
rule-blue-green-drain-node = The drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }; after { $limit } evictions stop and remaining Pods stay
    .rule = A batch drain evicts Pods but doesn't force any out. Pods that are still there after an hour stay until the blue pool is deleted.
rule-blue-green-batch-soak = { $waits ->
        [yes] The batch is drained and soaks for { $soak }
       *[other] The batch is drained
    }
    .rule = After each batch, including the last one, the upgrade waits for the batch soak duration.
rule-drain-batch-limit = The drain ends at its 1-hour limit: remaining Pods stay until the blue pool is deleted
    .rule = Blocked Pods and Pods with a long grace period are not forced out while the blue pool is drained.
rule-blue-green-soak = { $phase }: the pool soaks for { $lasts }
    .rule = After the last batch, the upgrade waits for the node pool soak duration, so that you can check workloads while the blue pool still exists.
rule-blue-green-delete = { $phase }: the blue pool is deleted
    .rule = When the soak ends, the blue pool is deleted. This phase can't be paused or rolled back.
rule-blue-green-seven-days = { $phase }: the 7-day soak limit is reached, regardless of what is left to drain
    .rule = When the soak times add up to seven days, the blue pool is deleted immediately. Time spent draining or paused doesn't count.
rule-blue-green-complete = { $phase }: the rest of the soak is skipped
    .rule = Completing an upgrade ends the node pool soak. In other phases, the command is refused.
rule-blue-green-empty-node = { $pods ->
        [0] No Pods are left on it
        [one] The remaining Pod is deleted
       *[other] The { $pods } remaining Pods are deleted
    }
    .rule = When the blue pool is deleted, remaining Pods are deleted rather than evicted, on all blue nodes at once.
rule-blue-green-delete-pod = Deleted without checking its PDB because the blue pool is being deleted; up to { $gone } to terminate
    .rule = A deletion doesn't check PodDisruptionBudgets. A Pod of the blue pool gets at most an hour to terminate.
rule-blue-green-delete-node = Its VM is being deleted, gone in { $gone }
    .rule = A blue VM is deleted when its last Pod is gone.
rule-blue-green-succeed = Every node is green (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when the last blue VM is gone.
rule-blue-green-cancel = The upgrade is paused in its phase (UpgradeInfoEvent CANCELED)
    .rule = Canceling pauses the upgrade: evictions stop, blue nodes stay cordoned, and timers stop. You can resume or roll back.
rule-blue-green-resume = The upgrade resumes in its phase
    .rule = The upgrade resumes where it was paused. The rest of a batch soak is skipped, the node pool soak continues.
rule-blue-green-refused = The command has no effect: { $why }
    .rule = Only the node pool soak can be completed. While the blue pool is being deleted, the upgrade can't be canceled, completed, or rolled back.
rule-drain-pause = Its drain is paused
    .rule = While an upgrade is paused, no Pod is evicted and the 1-hour drain limit is suspended. Terminating Pods continue to terminate.
rule-drain-go-on = Its drain resumes, with { $limit } left
    .rule = Refused evictions are retried immediately and then every 5 s.
rule-blue-green-roll-back = The rollback starts: the blue pool is used again, the green pool is removed (ROLLBACK_STARTED)
    .rule = A rollback uncordons the blue pool immediately, cordons the green pool, drains it (at most 20 nodes at a time), and deletes it.
rule-drain-given-up = Its drain is abandoned: the upgrade is rolled back
    .rule = A rollback evicts no Pod from the blue pool. Terminating Pods continue to terminate.
rule-blue-green-uncordon = Uncordoned: Pods can be scheduled here again
    .rule = A rollback uncordons all blue nodes at once.
rule-blue-green-cordon-green = Cordoned: the upgrade is rolled back
    .rule = A rollback cordons all green nodes at once. Their drains start one second later.
rule-blue-green-abandon-green = Its VM is deleted before the node registered, gone in { $gone }
    .rule = A rollback doesn't wait for green VMs that are still booting.
rule-blue-green-delete-green = Its VM is being deleted, gone in { $gone }
    .rule = A rollback deletes a green VM when its drain has ended.
rule-blue-green-rolled-back = Rolled back: the pool is blue again, with its old configuration
    .rule = A rollback ends when the last green VM is gone.

rule-drain-start = The drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }{ $limited ->
        [yes] { "" }; Pods still there after { $limit } are forced out
        [gives-up] { "" }; it gives up after { $limit }
       *[other] { "" }
    }
    .rule = A drain evicts all Pods of the node at once, except DaemonSet and mirror Pods. A refused eviction is retried every 5 s.
rule-drain-abort = The drain is aborted; the node stays cordoned
    .rule = If a drain filter returns an error, no Pod is evicted.
rule-drain-evict = Evicted (HTTP 201); up to { $gone } to terminate
    .rule = An eviction checks PodDisruptionBudgets. If it is granted, the Pod terminates within its grace period.
rule-drain-delete = Deleted without checking its PDB; up to { $gone } to terminate
    .rule = A deletion doesn't check PodDisruptionBudgets.
rule-drain-remove-finished = The finished Pod is removed
    .rule = PodDisruptionBudgets don't protect finished Pods.
rule-drain-pdb-timeout = Deleted without checking its PDB: pdbTimeoutDuration is over; up to { $gone } to terminate
    .rule = After pdbTimeoutDuration, PodDisruptionBudgets are no longer checked: the Pods they protect are deleted.
rule-drain-pdb-violation = Deleted in violation of its PDB: pdbTimeoutDuration is over (POD_PDB_VIOLATION); up to { $gone } to terminate
    .rule = With nodeDrainConfig, PodDisruptionBudgets can refuse evictions until pdbTimeoutDuration after the drain started. Then the remaining Pods are deleted.
rule-drain-force = { $violates ->
        [yes] Force-deleted in violation of its PDB: drain limit reached (POD_PDB_VIOLATION)
       *[other] Force-deleted before its grace period ended: drain limit reached
    }
    .rule = The drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then all remaining Pods are removed.
rule-drain-end = Drained
    .rule = A drain ends when the last Pod that it evicted is gone.
rule-drain-limit = The drain ends at its limit
    .rule = A drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then remaining Pods are forced out.
rule-drain-fail = The drain ends with an error; the node stays cordoned
    .rule = An error other than a refused eviction stops the drain's retries for that Pod, and the Pod stays. A drain is complete only when every Pod it selected is gone.
rule-drain-timeout = The drain times out
    .rule = kubectl drain stops waiting after --timeout. The node stays cordoned.

rule-gate-budget = Eviction refused: { $budget } allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } (HTTP 429, POD_NOT_ENOUGH_PDB)
    .rule = The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s.
rule-gate-two-budgets = Eviction fails: { $first } and { $second } both select it (HTTP 500)
    .rule = A Pod that two PodDisruptionBudgets select can't be evicted at all. Retrying doesn't help.
rule-gate-forbidden = Eviction refused: { $budget } has no valid status (HTTP 403)
    .rule = The eviction API refuses evictions while the PodDisruptionBudget has no valid status.
rule-gate-drain-filter = It blocks the drain: { $filter }
    .rule = The kubectl drain filters check every Pod before anything is evicted. A single error stops the whole drain.

rule-node-vm-gone = The VM is deleted
    .rule = A node counts until the deletion of its VM is complete.
rule-node-takes-pods = Gone with its node
    .rule = DaemonSet and mirror Pods are not evicted. They end with their node.
rule-pod-gone = Terminated
    .rule = A terminating Pod is gone when its containers have stopped, at the latest when its grace period ends.
rule-pod-started = Its containers are running; ready in { $ready }
    .rule = A Pod is Running when its containers have started, and ready when its readiness probe succeeds.
rule-pod-never-ready = Its containers are running, but it never becomes ready on an upgraded node
    .rule = A Pod whose readiness probe fails receives no traffic and counts as unhealthy for its PodDisruptionBudget.
rule-pod-ready = Ready
    .rule = A ready Pod receives traffic and counts as healthy for its PodDisruptionBudget.
rule-pod-deletion-shortened = Its grace period is shortened; up to { $gone } to terminate
    .rule = A second deletion can only shorten the grace period.

rule-workload-replace = Created by { $workload }, which has fewer Pods than desired
    .rule = The controller creates a replacement as soon as a Pod starts terminating.
rule-workload-replace-ordinal = Recreated by { $workload } after its predecessor was gone
    .rule = A StatefulSet recreates a Pod only after the previous Pod with that ordinal is gone.
rule-workload-daemon = Created by { $workload } for the node
    .rule = A DaemonSet runs one Pod on each eligible node.
rule-workload-job = Created by { $workload } to replace a Pod that ended
    .rule = A Job creates Pods until enough have succeeded.
rule-workload-job-backoff = { $workload } waits { $seconds } before it retries
    .rule = A Job whose Pods fail waits longer after each failure.
rule-workload-job-failed = { $workload } has failed: { $failures } of its Pods failed, more than its backoffLimit
    .rule = A Job fails when the number of failed Pods exceeds its backoffLimit: its other Pods are deleted and no more are created.
rule-workload-job-policy = { $workload } has failed: its podFailurePolicy fails the Job when a Pod is disrupted
    .rule = A Job whose podFailurePolicy has the action FailJob for disrupted Pods fails when one of its Pods is disrupted.
rule-workload-job-deadline = { $workload } has failed: it exceeded its activeDeadlineSeconds ({ $seconds })
    .rule = A Job that exceeds its activeDeadlineSeconds fails: its Pods are deleted and no more are created.
rule-workload-job-surplus = Deleted: its Job needs fewer Pods
    .rule = A Job deletes Pods that it no longer needs.
rule-workload-job-cleans = Deleted: its Job has failed
    .rule = A Job that fails deletes its running Pods.
rule-workload-daemon-finished = Deleted: it had finished, and the DaemonSet needs a running Pod on this node
    .rule = A DaemonSet deletes finished Pods and recreates them.
rule-workload-daemon-leaves = Deleted: its DaemonSet no longer matches the node's labels or taints
    .rule = A DaemonSet deletes its Pods, including Pending ones, from nodes that its node selector, node affinity, or tolerations no longer match.
rule-workload-scale-down = Deleted by its controller: finished or surplus
    .rule = A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted.
rule-node-taint-expels = Deleted: it doesn't tolerate a NoExecute taint of its node; up to { $gone } to terminate
    .rule = A NoExecute taint immediately evicts Pods that don't tolerate it. PodDisruptionBudgets are not consulted.
rule-node-toleration-ends = Deleted: its tolerationSeconds for a NoExecute taint of its node are over; up to { $gone } to terminate
    .rule = A Pod that tolerates a NoExecute taint for a limited time is deleted when that time is over. PodDisruptionBudgets are not consulted.
rule-place-bind = Scheduled on { $node }
    .rule = The scheduler assigns a Pod to the highest-scoring node that passes all filters.
rule-place-unschedulable = No node fits: { $blocker }
    .rule = A Pod that fits on no node stays Pending until something changes that could help.
rule-place-nominate = Nominated to { $node }, where lower-priority Pods are preempted
    .rule = A Pod that fits nowhere is nominated to the node where preemption removes the fewest and least important Pods. It waits for the room to become free and may still be scheduled elsewhere.
rule-place-preempt = Preempted by a Pod of higher priority; up to { $gone } to terminate
    .rule = The scheduler deletes lower-priority Pods to make room for a Pod that fits nowhere. It respects PodDisruptionBudgets only as a preference.
rule-place-clear-nomination = It is no longer nominated to a node
    .rule = A nomination ends when a Pod of higher priority is nominated to the node, or when preemption can no longer help.

rule-autoscaler-leaves-alone = The cluster autoscaler ignores it
    .rule = The cluster autoscaler ignores a node while it is being upgraded.

rule-budget-max-unavailable = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up.
rule-budget-min-available = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus minAvailable.
rule-budget-min-available-percent = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus minAvailable. A percentage of spec.replicas is rounded up.

## Commands of the script

command-upgrade = Upgrade of { $pool }{ $to } requested
command-upgrade-automatic = Automatic upgrade of { $pool }{ $to } is due
command-to = { " " }to { $version }
command-change = { $automatic ->
        [yes] Automatic { $change } of { $pool } is due
       *[other] { $pool }: { $change } requested
    }
change-version = upgrade{ $to }
change-machine-type = machine type change
change-disk-type = disk type change
change-disk-size = disk size change
change-image-type = image type change
change-ip-rotation = IP address rotation
change-credential-rotation = credential rotation
change-network-policy = network policy change
change-image-streaming = image streaming change
change-network-performance = network performance change
change-gvnic = gVNIC change
change-node-system-config = node system configuration change
change-confidential-nodes = Confidential Nodes change
change-storage-pools = storage pool change
change-shielded-nodes = Shielded GKE Nodes change
change-intranode-visibility = intranode visibility change
change-node-local-dns = NodeLocal DNSCache change
change-vm-disruption = VM disruption for GKE maintenance
command-cancel = Cancellation of { $pool } upgrade requested
command-resume = Resumption of { $pool } upgrade requested
command-rollback = Rollback of { $pool } requested
command-rollback-respecting = Rollback of { $pool } (respectPdb) requested
command-complete = Completion of { $pool } upgrade requested
command-missing = Command for a pool that doesn't exist
command-control-plane = { $automatic ->
        [yes] Automatic control plane upgrade to { $version } is due
       *[other] Control plane upgrade to { $version } requested
    }
work-upgrade = Control plane upgrade to { $version }
work-repair = Control plane repair
work-disruption = Maintenance of the control plane VMs
command-repair-control-plane = Control plane repair is due
command-disrupt-control-plane = Maintenance of the control plane VMs is due
command-target = { $version } becomes the release channel's default version
command-step = GKE upgrades the cluster to { $version }
command-reservation = { $machines ->
        [none] Reservation of { $pool } removed
        [one] Reservation of 1 VM for { $pool }
       *[other] Reservation of { $machines } VMs for { $pool }
    }
command-resize = Resize of { $pool } to { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
command-settings = Upgrade settings of { $pool } edited
command-preempt = Preemption of { $node }
command-fail = kubelet failure on { $node }
command-fail-disk = Boot disk of { $node } is full
command-host-event = Host maintenance event for { $node }
command-shape = Labels and taints of { $pool } edited
command-replicas = { $workload } scaled to { $replicas ->
        [one] 1 replica
       *[other] { $replicas } replicas
    }
command-behaviour = From now on, { $workload } { $parts }
behaviour-pull = takes { $pull } to pull its image on a new node
behaviour-shutdown = shuts down { $shutdown } after SIGTERM
behaviour-ignores = ignores SIGTERM
behaviour-fails = never becomes ready on upgraded nodes
behaviour-works = becomes ready everywhere
command-budget = { $budget } changed to { $limit }
command-cordon = Cordon of { $node } requested
command-uncordon = Uncordon of { $node } requested
command-drain = Drain of { $node } requested
command-quota = { $spare ->
        [none] Quota becomes sufficient
        [one] Quota changes to 1 VM more than at the start
       *[other] Quota changes to { $spare } VMs more than at the start
    }
command-stockout = Stockout in { $zone } begins
command-in-stock = Stockout in { $zone } ends
command-unknown = Script command

refusal-run-unfinished = an upgrade of the pool is still in progress
refusal-nothing-to-cancel = the pool has no upgrade that can be canceled now
refusal-nothing-to-resume = the pool has no canceled upgrade
refusal-nothing-to-roll-back = there is nothing to roll back; to go back after a successful upgrade, upgrade to the old version
refusal-locked = the pool's settings are locked while it is being upgraded
refusal-no-such-node = the node doesn't exist at this time
refusal-already-in-state = already in that state
refusal-upgrade-drains = the upgrade is already draining the node
refusal-deleting-blue-pool = the blue pool is being deleted (DELETING_BLUE_POOL)
refusal-not-soaking = the pool isn't soaking
refusal-not-spot = only Spot VMs can be preempted
refusal-missing = target not found
refusal-control-plane-down = the control plane is being upgraded and doesn't respond
refusal-control-plane-busy = the control plane is being upgraded
refusal-would-shrink = the pool would shrink, and the command doesn't say which nodes to remove
whynot-window = MAINTENANCE_WINDOW, no window is open
whynot-control-plane = the control plane is older than the target
whynot-another-run = another pool is being upgraded
whynot-busy = a control plane operation is in progress
whynot-old-nodes = nodes are already two minor versions older than the control plane
whynot-code = { $code }

## Facts in a few words: the event log

fact-started = run starts
fact-commanded = { $command }
fact-refused = refused: { $why }
fact-window-opened = window opens
fact-window-closed = window closes
fact-exclusion-began = exclusion { $name } starts
fact-exclusion-ended = exclusion { $name } ends
fact-quota = { $spare ->
        [none] quota is sufficient
        [one] quota: 1 more VM
       *[other] quota: { $spare } more VMs
    }
fact-stockout-began = out of stock
fact-stockout-ended = in stock again
fact-replicas = { $replicas ->
        [one] 1 replica
       *[other] { $replicas } replicas
    } desired
fact-limit = limit changed
fact-control-plane-started = { $command }
fact-replica-started = control plane replica { $replica }
fact-control-plane-done = control plane upgraded
fact-control-plane-back = control plane available again
fact-control-plane-scheduled = announced: { $command }
fact-overridden = override: { $why }
fact-behaviour = Pod behavior changed
fact-queued = queued: { $why }
fact-upgrade-started = upgrade starts
fact-zone-started = { $zone } starts
fact-zone-done = { $zone } is done
fact-resources-missing = waiting for resources
fact-resources-found = resources available
fact-paused = paused: { $why }
fact-resumed = resumed
fact-cancelling = canceled, nodes in progress finish
fact-cancelled = stopped
fact-rolling-back = rolling back
fact-rolled-back = rolled back
fact-succeeded = succeeded
fact-failed = failed: insufficient quota
fact-reservation = { $machines ->
        [none] nothing reserved
        [one] 1 VM reserved
       *[other] { $machines } VMs reserved
    }
fact-resized = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
fact-settings = upgrade settings changed
fact-phase = { $phase }
fact-batch = batch { $batch } of { $of }
fact-batch-drained = batch drained
fact-reshaped = labels and taints set
fact-taken = selected for a slot
fact-requested = requested, Ready in { $ready }
fact-node-ready = Ready
fact-cordoned = cordoned
fact-uncordoned = uncordoned
fact-drain-started = drain starts, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
fact-drain-aborted = drain aborted
fact-drained = drained
fact-drained-by-limit = drain reached its limit
fact-drain-paused = drain paused
fact-drain-resumed = drain resumed
fact-deleting = VM deletion starts
fact-deleting-to-recreate = VM deletion starts, to recreate
fact-node-gone = gone
fact-shut-down = VM shuts down
fact-kubelet-stops = kubelet stops
fact-disk-full = boot disk is full
fact-node-lost = lost
fact-host-moved = live-migrated to another host
fact-host-down = down for { $down }
fact-node-back = back
fact-recreating = recreated, Ready in { $ready }
fact-node-done = slot done
fact-pod-created = Pending
fact-bound = scheduled on { $node }
fact-nominated = nominated to { $node }
fact-nomination-cleared = nomination cleared
fact-pod-started = Running, not ready
fact-pod-never-ready = Running, never ready
fact-pod-ready = ready
fact-pod-unready = not ready
fact-evicted = evicted
fact-deleted = deleted
fact-deleted-at-limit = deleted at the limit
fact-preempted = preempted
fact-forced = forced out
fact-forced-against-budget = POD_PDB_VIOLATION, forced out
fact-pod-gone = terminated
fact-blocked = { $blocker }
fact-unblocked = Nothing blocks it anymore

blocker-budget = POD_NOT_ENOUGH_PDB, { $budget } allows { $allowed }
blocker-two-budgets = { $first } and { $second } both select it
blocker-forbidden = { $budget } has no valid status
blocker-no-node = { $nodes } { $reason }
blocker-no-nodes = there are no nodes
blocker-quota = { $spare ->
        [0] no quota is left
        [one] the quota for 1 more VM is used up
       *[other] the quota for { $spare } more VMs is used up
    }
blocker-stockout = { $zone } is out of stock
blocker-reservation = { $machines ->
        [one] the reservation of 1 VM is used up
       *[other] the reservation of { $machines } VMs is used up
    }
blocker-control-plane = the control plane is being upgraded
blocker-drain-filter = { $reason }
blocker-backoff = waits { $seconds }
blocker-backoff-limit = { $failures ->
        [one] 1 Pod
       *[other] { $failures } Pods
    } failed, more than its backoffLimit
blocker-failure-policy = failed by its podFailurePolicy
blocker-deadline = exceeded its activeDeadlineSeconds ({ $seconds })

## The stage

stage-surge = SURGE { $surge } + { $unavailable }{ $zones ->
        [one] { "" }
       *[other] { " " }per zone
    }
stage-blue-green = BLUE_GREEN { $batch ->
        [0] no drain
       *[other] { $batch } / { $soak }
    } / { $pool-soak }
stage-blue-green-part = BLUE_GREEN { $batch } / { $soak } / { $pool-soak }
stage-strategy = { $name }
stage-percent = { $n } %
stage-progress = { $done } of { $of } { $version ->
        [unknown] upgraded
       *[other] on { $version }
    }
side-blue = Blue pool
side-green = Green pool
side-nodes = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }
side-cordoned = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, cordoned { $at }
side-again = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, in use again
side-ready = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, ready { $at }
side-booting = { $ready } of { $of } ready
side-deleting = { $left } of { $of } left
side-deleted = deleted { $at }
side-empty = no nodes
side-not-created = not created
side-batch = batch { $batch } of { $of }
side-soak = soak { $left }
side-paused = paused
batch-title = Batch { $first }
batch-titles = Batches { $first }–{ $last }
batch-none = No batches
batch-planned = not drained yet
batch-drain-at = drain at { $at }
batch-deleted-at = deleted { $at }, undrained
batch-back-at = rolled back { $at }
batch-after = after batch { $batch }
batch-skipped = size 0: no drain
batch-left = not drained
batch-draining = draining
batch-stopped = drain stopped
batch-pods = { $pods ->
        [0] no Pods left
        [one] 1 Pod left
       *[other] { $pods } Pods left
    }
batch-paused = paused
batch-soak-dropped = resume skips its soak
batch-soak-left = { $left }
batch-soak-of = left of { $soak } soak
batch-soaked = soaked
batch-drained = drained
batch-drained-at = drained { $at }
going-phase = { $phase }
going-creating = { $phase }, { $ready } of { $of } ready
going-drains = draining batch { $batch } of { $of }
going-soaks = batch { $batch } of { $of } soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-soaking = { $phase }{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-left = { $phase }, { $left } { $side ->
        [blue] blue
       *[other] green
    } { $left ->
        [one] node
       *[other] nodes
    } left
going-paused = paused in { $phase } since { $since }
going-failed = quota check failed
zone-done = done
zone-next = next
zone-then = then
zone-from = from { $at }
zone-out-of-stock = out of stock
zone-waits-for-capacity = waiting for capacity
zone-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }{ $creating ->
        [0] { "" }
       *[other] { " " }+ { $creating } creating
    }
zone-since = since { $at }
zone-done-note = Done at { $at }: { $nodes } upgraded in { $took }, { $evictions ->
        [one] 1 eviction
       *[other] { $evictions } evictions
    }{ $forced ->
        [0] { "" }
       *[other] , { $forced } forced
    }{ $blocked_s ->
        [0] { "" }
       *[other] , blocked for { $blocked }
    }
zone-next-at-after = Starts at { $at }, after { $zone }. One zone at a time.
zone-next-at = Starts at { $at }. One zone at a time.
zone-next-after = Starts after { $zone }. One zone at a time.
zone-next-some-time = Waiting for its turn. One zone at a time.
slots-old-to-new = { $n ->
        [one] 1 slot
       *[other] { $n } slots
    }, old to new
slots-in-use = { $used } of { $of } upgrade slots in use
slots-formula = min({ $surge } + { $unavailable }, 20, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }) = { $of }
slots-pair = { $node }→{ $new }
slots-surge = Surge { $pairs }.
slots-unavailable = Unavailable { $nodes }.
tile-not-ready = not ready
tile-kubelet-stopped = kubelet stopped
tile-lost = not responding
tile-disk-full = disk full
tile-vm-down = VM down
tile-blocked = blocked, { $left } left
tile-blocked-budget = PDB { $budget }
tile-blocked-two = two PDBs
tile-draining = draining, { $left } left
tile-cordoned = no new Pods
tile-starting = starting
tile-recreating = recreating
tile-deleting = deleting
tile-ready-new = ready
tile-ready-old = ready
tile-forced-in = forced in { $left }
tile-limit-in = limit in { $left }
tile-left = { $left } left
tile-no-capacity = waiting for capacity
tile-empty = empty
tile-empty-since = empty since { $at }
tile-pods-stay = { $pods ->
        [one] 1 Pod stays
       *[other] { $pods } Pods stay
    }
tile-pods-continue = { $pods ->
        [one] 1 Pod continues
       *[other] { $pods } Pods continue
    }
tile-pods = { $pods ->
        [0] no Pods yet
        [one] 1 Pod
       *[other] { $pods } Pods
    }
tile-cordoned-by-hand = cordoned manually
tile-cordoned-to-roll-back = rolled back
tile-cordoned-by-upgrade = drain starts
tile-waits-for = waiting for { $node }
tile-pods-starting = { $pods ->
        [one] 1 Pod starting
       *[other] { $pods } Pods starting
    }
tile-pods-not-ready = { $pods ->
        [one] 1 Pod not ready
       *[other] { $pods } Pods not ready
    }
tile-surge-node = surge node
tile-recreated = recreated
tile-lives-until = until { $at }
tile-keeps-running = keeps running
tile-used-again = in use again
tile-stays = stays
tile-not-started = not started
pending-for = for { $for }
scheduling-failed = 0/{ $nodes } nodes: { $reasons }
scheduling-no-nodes = there are no nodes
filter = { $nodes } { $reason }
outside-vms = { $extra } of { $spare } more VMs in use

## The caption: what happens now

caption-control-plane = Control plane replica { $replica } of { $of } is being upgraded to { $version } until { $at }; workloads and the API keep running.
caption-control-plane-down = The control plane is being upgraded to { $version } until { $at }: nothing can be scheduled, evicted, or replaced, but Pods keep running.
caption-idle = { $nodes ->
        [one] 1 node, no upgrade.
       *[other] { $nodes } nodes, no upgrade.
    }
caption-queued = The upgrade of { $pool } is due but can't start yet.
caption-waiting = { $pool } has been waiting for resources since { $at }: no capacity for a surge node.
caption-paused = The upgrade of { $pool } has been paused since { $at } and resumes in the next window.
caption-cancelled = The upgrade of { $pool } was canceled at { $at }; resume or roll back.
caption-succeeded = The upgrade of { $pool } succeeded at { $at }.
caption-rolled-back = { $pool } was rolled back by { $at }.
caption-failed = { $pool }: the quota check failed at { $at }; nothing was created.
caption-side-paused = The upgrade of { $pool } has been paused in { $phase } since { $since }: evictions and timers are stopped. Resume or roll back.
caption-green-boots = The green pool of { $pool } is being created: { $ready } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } Ready, { $booting } booting. No Pod is evicted before all are Ready.
caption-green-waits = The green pool of { $pool } is waiting for capacity: { $ready } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } Ready. No Pod is evicted before all are Ready.
caption-blue-cordoned = { $nodes ->
        [one] The blue node is cordoned
       *[other] All { $nodes } blue nodes are cordoned at once
    }: Pods there keep running, new Pods go to green nodes.
caption-names = { $nodes ->
        [one] { $names }
        [2] { $names }
        [3] { $names }
        [4] { $names }
       *[other] { $nodes } nodes
    }
caption-batch-drains = Draining batch { $batch } of { $of } ({ $names }){ $left ->
        [unknown] { "" }
        [0] : no Pods left
        [one] : 1 Pod left
       *[other] : { $left } Pods left
    }. { $safe }
caption-batch-held = Draining batch { $batch } of { $of }: { $parts }.
caption-batch-soaks = Batch { $batch } of { $of } is soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    } ({ $names }): { $left ->
        [unknown] cordoned
        [0] cordoned and empty
        [one] cordoned, 1 Pod stays
       *[other] cordoned, { $left } Pods stay
    }{ $pods ->
        [0] { "" }
       *[other] { $rest ->
            [0] { "" }
            [one] . The next batch runs { $pods ->
                [one] 1 Pod
               *[other] { $pods } Pods
            }
           *[other] . The { $rest } remaining batches run { $pods ->
                [one] 1 Pod
               *[other] { $pods } Pods
            }
        }
    }. { $safe }
caption-safe = The blue pool is kept, so a full rollback is still possible.
caption-safe-until = The blue pool is kept until { $at }; until then, a full rollback is possible.
caption-pool-soaks = The pool is soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }, then the blue pool is deleted{ $left ->
        [0] { "" }
        [one] , including the 1 Pod still there
       *[other] , including the { $left } Pods still there
    }. Until then it can be rolled back.
caption-blue-goes = The blue pool is being deleted: { $left ->
        [one] 1 node
       *[other] { $left } nodes
    } left{ $pods ->
        [0] { "" }
        [one] . 1 Pod is deleted without checking its PDB
       *[other] . { $pods } Pods are deleted without checking their PDBs
    }. It can't be rolled back anymore.
caption-green-goes = Rolling back { $pool }: the blue pool is in use again, { $left ->
        [one] 1 green node
       *[other] { $left } green nodes
    } left.
caption-green-held = Rolling back { $pool }, { $left ->
        [one] 1 green node
       *[other] { $left } green nodes
    } left: { $parts }.
caption-zone = { $zone }: { $parts }.
caption-zone-of = { $pool } in { $zone }: { $parts }.
caption-cancelling = { $zone }, canceled, nodes already in progress finish: { $parts }.
caption-rolling-back = { $zone }, rolling back: { $parts }.
caption-short-lived = no node is drained; nodes leave when they reach maxRunDuration
caption-between = selecting the next nodes
caption-held-budget = { $budget } blocks the eviction of { $pods ->
        [one] { $pod }
       *[other] { $pods } Pods
    } from { $node }
caption-held-many = { $budget } blocks evictions from { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
caption-held-two = { $pod } can't be evicted from { $node } because { $first } and { $second } both select it
caption-held-forbidden = { $pod } can't be evicted from { $node } because { $budget } has no valid status
caption-draining = { $nodes ->
        [one] { $names } is draining
        [few] { $names } are draining
       *[other] { $nodes } nodes are draining
    }
caption-deleting = { $nodes ->
        [one] { $names } is being deleted
        [few] { $names } are being deleted
       *[other] { $nodes } nodes are being deleted
    }
caption-recreating = { $nodes ->
        [one] { $names } is being recreated
        [few] { $names } are being recreated
       *[other] { $nodes } nodes are being recreated
    }
caption-booting = { $nodes ->
        [one] { $names } is booting
        [few] { $names } are booting
       *[other] { $nodes } nodes are booting
    }

## Why?

why-rule = { $rule }
why-other-zone = Zones are upgraded one at a time, and another zone is in progress.
why-waits-for-surge = A surge slot is assigned to it and waits until { $node } is Ready; then it is cordoned.
why-slots-full = Every slot of the zone is taken: the settings allow { $used ->
        [one] 1 node
       *[other] { $used } nodes
    } at once.

why-node-booting = Node { $node } has been booting for { $for } (since { $since }).
why-node-recreating = Node { $node } is being recreated. Started { $for } ago (at { $since }).
why-node-missing = Node { $node } has been gone for { $for } (since { $since }) and is waiting for a VM.
why-node-deleting = Node { $node } is being deleted. Started { $for } ago (at { $since }).
why-node-abandoned = The VM of node { $node } is being deleted. Started { $for } ago (at { $since }). It never registered as a node.
why-node-gone = Node { $node } has been gone since { $since }.
why-node-drained = Node { $node } was drained at { $since }.
why-node-draining = Node { $node } has been draining for { $for } (since { $since }). { $gone } of { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } gone, { $left } to go.
why-node-blocked = The drain of node { $node } has been blocked for { $for } (since { $since }). { $gone } of { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } gone, { $left } to go; refused: { $refused }.
why-node-silent = The kubelet of node { $node } stopped at { $since }; the control plane hasn't detected it yet.
why-node-lost = Node { $node } is not ready: its kubelet hasn't responded for { $for } (since { $since }).
why-node-disk-full = The boot disk of node { $node } has been full for { $for } (since { $since }); no Pod is scheduled there.
why-node-down = The VM of node { $node } has been down for { $for } (since { $since }) because of a host event.
why-node-cordoned = Node { $node } has been cordoned for { $for } (since { $since }); running Pods continue.
why-node-waits = Node { $node } is ready and not upgraded yet.
why-node-new = Node { $node } has been ready with the new configuration for { $for } (since { $since }).
why-node-idle = Node { $node } has been ready for { $for } (since { $since }); no action pending.
why-placed-before = The Pod was scheduled before the run started.
why-not-yet = { $subject } does not exist yet.

why-pod-pending = Pod { $pod } has been Pending for { $for } (since { $since }).
why-pod-starting = Pod { $pod } has been starting on { $node } for { $for } (since { $since }).
why-pod-not-ready = Pod { $pod } on { $node } has been running but not ready for { $for } (since { $since }).
why-pod-ready = Pod { $pod } has been ready on { $node } for { $for } (since { $since }).
why-pod-refused = The eviction of Pod { $pod } has been refused for { $for } (since { $since }).
why-pod-terminating = Pod { $pod } on { $node } has been terminating for { $for } (since { $since }).
why-pod-finished = Pod { $pod } has finished.
why-pod-gone = Pod { $pod } has been gone since { $since }.

why-pool-idle = Pool { $pool } isn't being upgraded. It has { $of ->
        [one] 1 node
       *[other] { $of } nodes
    }.
why-pool-queued = The upgrade of { $pool } has been due for { $for } (since { $since }) and can't start yet.
why-pool-running = Pool { $pool } has been upgrading for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-waiting = Pool { $pool } has been waiting for resources for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-paused = The upgrade of { $pool } has been paused for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-cancelling = The upgrade of { $pool } was canceled at { $since }; nodes already in progress finish.
why-pool-cancelled = The upgrade of { $pool } was canceled at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] has
       *[other] have
    } the new configuration.
why-pool-rolling-back = Pool { $pool } has been rolling back for { $for } (since { $since }).
why-pool-succeeded = The upgrade of { $pool } succeeded at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    }.
why-pool-rolled-back = Pool { $pool } was rolled back at { $since }.
why-side-creating = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $ready } of { $of ->
        [one] 1 green node
       *[other] { $of } green nodes
    } { $ready ->
        [one] is
       *[other] are
    } Ready.
why-side-cordoning = Pool { $pool } has been in { $phase } since { $since }: { $of ->
        [one] its blue node is
       *[other] its { $of } blue nodes are
    } cordoned and all green nodes are Ready.
why-side-draining = Pool { $pool } has been in { $phase } for { $for } (since { $since }): draining batch { $batch } of { $batches }.
why-side-batch-soaks = Pool { $pool } has been in { $phase } for { $for } (since { $since }): batch { $batch } of { $batches } is drained and soaking.
why-side-soaking = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue ->
        [one] 1 blue node
       *[other] { $blue } blue nodes
    } kept, { $ready ->
        [one] 1 green node
       *[other] { $ready } green nodes
    } in use.
why-side-deleting = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue } of { $of ->
        [one] 1 blue node
       *[other] { $of } blue nodes
    } left.
why-side-rolling-back = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $green } of { $of ->
        [one] 1 green node
       *[other] { $of } green nodes
    } left.
why-batch-planned = { $title } of { $of } in { $pool }: not drained yet. Nodes: { $names }.
why-batch-draining = { $title } of { $of } in { $pool }: draining for { $for } (since { $since }). Nodes: { $names }.
why-batch-soaking = { $title } of { $of } in { $pool }: drained, soaking for { $for } (since { $since }). Nodes: { $names }.
why-batch-paused = { $title } of { $of } in { $pool }: paused with the upgrade for { $for } (since { $since }). Nodes: { $names }.
why-batch-done = { $title } of { $of } in { $pool }: drained for { $for } (since { $since }). Nodes: { $names }.
why-batch-left = { $title } of { $of } in { $pool }: no longer drained (since { $since }). Nodes: { $names }.
why-side-paused = The upgrade of { $pool } has been paused in { $phase } for { $for } (since { $since }).
why-pool-failed = Pool { $pool } failed its quota check at { $since }; nothing was created.

why-budget = { $budget } currently allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    }.
why-budget-refuses = { $budget } currently allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } and blocks { $pods }.
why-budget-failed = { $budget } allows no disruptions: its status can't be computed because a Pod's owner has no scale subresource.
why-workload = { $workload }: { $ready } of { $desired ->
        [one] 1 Pod
       *[other] { $desired } Pods
    } ready.
why-service = { $service }: { $ready ->
        [one] 1 ready endpoint
       *[other] { $ready } ready endpoints
    }.
why-zone = No upgrade is active in { $zone }. { $pool } has { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } there, { $done } of them upgraded.
why-zone-empty = { $zone } has no nodes.
why-zone-working = The upgrade of { $pool } has been active in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } done, { $left } to go; { $used } of { $slots ->
        [one] 1 upgrade slot
       *[other] { $slots } upgrade slots
    } in use.
why-zone-done = The upgrade of { $pool } finished { $zone } at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded.
why-zone-next = { $zone } is waiting for its turn in the upgrade of { $pool }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded, one zone at a time.
why-zone-short-lived = The upgrade of { $pool } has been running in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. No node is drained: nodes leave when they reach maxRunDuration, and new nodes get the new configuration.
why-zone-short-lived-back = The upgrade of { $pool } has been rolling back in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. No node is drained: nodes leave when they reach maxRunDuration, and new nodes get the old configuration.
why-zone-short-lived-cancelled = The upgrade of { $pool } in { $zone } was canceled { $for } ago (at { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. Nodes keep running until they reach maxRunDuration.
why-zone-out = { $zone } has been out of stock since { $since }. { $upgrade }
why-cluster = { $nodes ->
    [one] The cluster has 1 node.
   *[other] The cluster has { $nodes } nodes.
}
why-control-plane-waits = The control plane operation has been due for { $for } (since { $since }) and can't start yet.
why-control-plane-at-work = { $what } has been in progress since { $since }: replica { $replica } of { $of }.
why-record = Record { $no }, at { $since }: { $subject }, { $fact }.

until-node-ready = { $at }, when it is Ready.
until-node-gone = { $at }, when its VM is gone.
until-lost = { $at }, when the control plane detects it.
until-back = { $at }, when it is back.
until-repair = { $at }, when its repair starts.
until-exists = { $at }, when it is created.
until-never = Nothing in this run ends it.
until-never-taken = Not in this run.
until-never-bound = No node fits in this run.
until-drain-limit = { $at }, when remaining Pods are forced out.
until-drain-gives-up = { $at }, when the drain gives up.
until-drain-leaves = { $at }, when evictions stop; remaining Pods stay until the blue pool is deleted.
until-pod-ready = { $at }, when { $pod } is ready.
until-unblocked = { $at }, when the last refused eviction is granted.
until-drained = { $at }, when the drain ends.
until-latest = { $first } At the latest { $limit }, when remaining Pods are forced out.
until-latest-gives-up = { $first } At the latest { $limit }, when the drain gives up.
until-latest-leaves = { $first } At the latest { $limit }, when evictions stop; remaining Pods stay until the blue pool is deleted.
until-capacity = { $at }, when capacity is available.
until-no-capacity = When capacity is available; not in this run.
until-uncordoned = { $at }, when it is uncordoned.
until-drain-starts = { $at }, when its drain starts.
until-cordoned = { $at }, when it is cordoned.
until-its-turn = { $at }, when a slot takes it.
until-this-pod-ready = { $at }, when it is ready.
until-pod-gone = { $at }, at the latest.
until-bound = { $at }, when it is scheduled on { $node }.
until-evicted = { $at }, when its eviction is granted or no longer needed.
until-forced = { $at }, when it is forced out.
until-succeeded = { $at }, when every node is upgraded.
until-cancelled = { $at }, when it is canceled.
until-paused = { $at }, when it is paused.
until-started = { $at }, when it starts.
until-resumes = { $at }, when it resumes.
until-rolled-back-from = { $at }, when its rollback starts.
until-rolled-back = { $at }, when everything is rolled back.
until-pool-soak = { $at }, when the soak ends and the blue pool is deleted.
until-batch-soak = { $at }, when the drain of batch { $batch } starts.
until-last-batch-soak = { $at }, when the node pool soak starts.
until-green-ready = { $at }, when all green nodes are Ready and the blue pool is cordoned.
until-blue-deleted = { $at }, when the blue pool is deleted.
until-batch-drained = { $at }, when the batch is drained.
until-blue-gone = { $at }, when the last blue node is gone.
until-control-plane = { $at }, when the control plane operation is complete.
until-changes = { $at }, when its state changes.
until-command = When someone resumes it or rolls it back.
until-window = When a window opens; not in this run.
until-next-start = { $at }, when nothing blocks its start anymore; this run ends before that.
until-backoff = { $at }, when it retries.
until-zone-done = { $at }, when the zone is done.
until-zone-starts = { $at }, when its turn starts.
until-max-run-duration-of = { $at }, when { $node } reaches maxRunDuration.
until-max-run-duration = { $at }, when it reaches maxRunDuration.
until-taken-away = { $at }, when its VM is taken away.
until-no-max-run-duration = No node of the zone reaches maxRunDuration in the rest of this run.
until-zone-never-starts = Its turn doesn't come in this run.
until-stays = Stays like this until the end of the run.
until-leaves = { $at }, when it is evicted.
until-deleted = { $at }, when its VM is deleted.
until-stock = { $at }, when stock is available again.

input-ready-after = Ready after
input-gone-after = gone after
input-start = containers start in
input-pods = Pods to evict
input-replicas = replicas
input-workload = owner
input-limit = drain limit
input-drain-since = drain started
input-forced-at = forced at
input-gives-up-at = gives up at
input-zone = its zone
input-pool = pool
input-turn = turn
input-done = nodes done
input-left = nodes left
input-took = took
input-evictions = evictions
input-forced = forced out
input-blocked = drains blocked
input-node = node
input-room-at = capacity there at
input-preempted-for = preempted for
input-placed-at = scheduled at
input-version = version
input-pods-here = Pods on it
input-zone-now = zone in progress
input-slot = slot
input-ready-at = Ready at
input-slots = slots
input-max-surge = maxSurge
input-max-unavailable = maxUnavailable
input-in-progress = in progress
input-batch = batch
input-batches = batches
input-batch-nodes = batchNodeCount
input-batch-part = batchPercentage
input-batch-size = nodes per batch
input-batch-soak = batchSoakDuration
input-pool-soak = nodePoolSoakDuration
input-soak-left = soak left
input-old-node = old node
input-life = maxRunDuration
input-pods-left = Pods left on it
input-left-on-blue = Pods left on blue
input-next-window = next window
input-exclusion = exclusion
input-exclusion-scope = its scope
input-exclusion-ends = its end
input-interval-ends = minimum interval between upgrades ends
input-budgets = PDBs
input-filter = rejected
input-nodes = nodes
input-spare = VMs beyond the start
input-reservation = reserved VMs
input-drain-filter = filter
input-backoff = backoff
input-failures = failed Pods
input-deadline = activeDeadlineSeconds
input-available = available
input-budget = PDB
input-limit-of-budget = limit
input-healthy = healthy Pods
input-desired = required healthy Pods
input-autoscaler-blue = cluster autoscaler on blue
input-autoscaler-green = cluster autoscaler on green
autoscaler-free = adds and removes nodes
autoscaler-up = only adds nodes
autoscaler-down = only removes nodes
autoscaler-none = disabled
input-allowed = disruptionsAllowed
input-ready = ready
input-starting = starting
input-pending = pending
input-terminating = terminating
value-of = { $part } of { $whole }
value-allowed = { $healthy } − { $desired } = { $allowed }
value-sync-failed = 0, the status can't be computed
limit-min-available = minAvailable { $value }
limit-max-unavailable = maxUnavailable { $value }

edit-max-surge = { $pool } maxSurge { $from } → { $to }
edit-max-unavailable = { $pool } maxUnavailable { $from } → { $to }
edit-surge = { $pool } maxSurge/maxUnavailable { $from_surge }/{ $from_unavailable } → { $to_surge }/{ $to_unavailable }
edit-budget = { $budget } { $from } → { $to }
edit-always-allow = { $budget } unhealthyPodEvictionPolicy IfHealthyBudget → AlwaysAllow
edit-no-budget = remove { $budget }
edit-new-budget = add a PDB with maxUnavailable 1 for { $workload }
edit-replicas = { $workload } replicas { $from } → { $to }
edit-grace = { $workload } terminationGracePeriodSeconds { $from } → { $to }
edit-pdb-timeout = { $pool } pdbTimeoutDuration { $from } → { $to }
edit-quota = quota for { $from } → { $to } more nodes
edit-copies = { $edit }, also for all { $n } copies of its entry
effect = { $parts }
effect-same = end time unchanged
effect-still = the upgrade { $outcome }
effect-sooner = { $by } sooner
effect-later = { $by } later
ends-failed = { $form ->
        [still] still fails
        [instead] failing
       *[other] fails
    }
ends-stuck = { $form ->
        [still] is still stuck
        [instead] getting stuck
       *[other] gets stuck
    }
ends-limit = { $form ->
        [still] still exceeds
        [instead] exceeding
       *[other] exceeds
    } the simulated time (“until” in the scenario)
ends-paused = { $form ->
        [still] is still paused at the end
        [instead] being paused at the end
       *[other] is paused at the end
    }
ends-cancelled = { $form ->
        [still] is still canceled
        [instead] being canceled
       *[other] is canceled
    }
ends-rolled-back = { $form ->
        [still] is still rolled back
        [instead] being rolled back
       *[other] is rolled back
    }
ends-succeeded = { $form ->
        [still] still succeeds
        [instead] succeeding
       *[other] succeeds
    }
ends-idle = { $form ->
        [still] still isn't requested
        [instead] not being requested
       *[other] isn't requested
    }
effect-outcome = the upgrade { $to } instead of { $from }
effect-peak = peak { $from } → { $to } nodes
effect-lowest = lowest { $from } → { $to } nodes
effect-evictions = evictions { $from } → { $to }
effect-upgraded = nodes upgraded { $from } → { $to }
effect-missing = most Pods not ready { $from } → { $to }
effect-forced = forced { $from } → { $to }
effect-lost = lost { $from } → { $to }
effect-pending = most pending { $from } → { $to }
effect-out = time without ready Pods { $from } → { $to }
effect-blocked = blocked { $from } → { $to }
effect-waited = waited for capacity { $from } → { $to }
effect-all-ready = fewest ready Pods { $from } → { $to }
effect-ready = fewest ready Pods of { $workload } { $from } → { $to }
same = unchanged: { $parts }
same-forced = forced { $n }
same-lost = lost { $n }
same-peak = peak { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
same-evictions = evictions { $n }
same-all-ready = fewest ready Pods { $n }
change-none = no improvement found. Tried: { $tried }

outcome-succeeded = The upgrade succeeds
outcome-but = The upgrade finishes, but { $harm }
outcome-cancelled = The upgrade is canceled
outcome-rolled-back = The upgrade is rolled back
outcome-paused = The upgrade is paused
outcome-stuck = The upgrade gets stuck
outcome-limit = The simulated time (“until” in the scenario) ends before the upgrade finishes
outcome-failed = The upgrade fails
outcome-idle = No upgrade was requested
harm-forced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } forced out in violation of a PDB
harm-below = { $n ->
        [one] { $names } was
        [2] { $names } were
       *[other] { $n } PDBs were
    } violated for a while
harm-out = { $n ->
        [one] { $names } had
        [2] { $names } had
       *[other] { $n } workloads had
    } no ready Pods for a while
harm-lost = { $pods ->
        [one] 1 Pod that no controller recreates is
       *[other] { $pods } Pods that no controller recreates are
    } lost
harm-unplaced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } unscheduled at the end
harm-repeated = { $workload } is preempted { $times } times for { $pod }
shortfall-budget = { $lowest } of { $of } required healthy Pods for { $for }{ $times ->
        [1] { "" }
       *[other] { " " }({ $times } times)
    }
shortfall-workload = { $lowest } of { $of ->
        [one] 1 Pod
       *[other] { $of } Pods
    } ready for { $for }{ $times ->
        [1] { "" }
       *[other] { " " }({ $times } times)
    }
shortfall-unprotected = { $shortfall }; not selected by any PDB ({ $insight })

advice-speed = Speed: maxSurge + maxUnavailable nodes at once, at most 20 per zone.
advice-disruption = Disruption: every Pod is moved at least once. PodDisruptionBudgets and grace periods are respected for up to an hour per node.
advice-risk = Risk: a canceled upgrade can be rolled back node by node. A finished upgrade can't.
advice-cost = Cost: at most maxSurge additional nodes, in one zone at a time.
advice-ideal-speed = Good if the upgrade should be fast.
advice-ideal-tolerant = Good if applications tolerate gradual changes and shut down within 60 minutes.
advice-ideal-cost = Good if few additional nodes can be created.
advice-more-control = For more control over a running upgrade (phases, soak time, completion, fast rollback), use blue-green.
advice-choose-surge = Cost matters, and shutdown takes less than 60 minutes: surge.
advice-choose-blue-green = Highly available production that needs fast rollback and can temporarily cost more: blue-green.
advice-choose-autoscaled = The longest time before eviction at low cost, without immediate rescheduling or rollback: autoscaled blue-green, which isn't simulated yet.
advice-choose-short-lived = Nodes with a limited run time (flex-start or queued): short-lived, which GKE selects automatically.
advice-chooser = Cost matters and Pods shut down within 60 minutes: surge. Highly available production that needs fast rollback and can temporarily cost more: blue-green. The longest time before eviction at low cost: autoscaled blue-green. Nodes with a limited run time: short-lived, selected by GKE.
advice-cancel = Canceling pauses the upgrade: nodes already in progress finish, and nothing is rolled back. You can then resume or roll back.
advice-finished = A finished upgrade can't be rolled back. To go back, upgrade the pool to the old version.
advice-deletion = An eviction respects PodDisruptionBudgets. A deletion doesn't, and forces the Pod out.
advice-recreate = With maxUnavailable, a node's capacity is released until the node is recreated. Where capacity is scarce, use it only with a reservation.
advice-one-by-one = A PodDisruptionBudget with maxUnavailable 1 lets only one of its Pods be evicted at a time, which slows down the whole upgrade.
advice-balanced = Balanced: one additional node, one node at a time. Slower and least disruptive, for most workloads.
advice-0-20 = Fast without additional nodes: 20 nodes down at once. Most disruptive, for large pools of batch workloads.
advice-20-0 = Fast with 20 additional nodes: PodDisruptionBudgets limit how many Pods are evicted at once. For large pools, but not with externalTrafficPolicy Local.
advice-0-1 = Slowest, without additional nodes: one node down at a time. For pools that use a reservation.
advice-peak = This pool has at most { $peak ->
        [one] 1 VM
       *[other] { $peak } VMs
    }: { $nodes } plus { $extra } additional. Make sure that quota and capacity are available.

title-what = What
title-why = Why
title-until = Until
title-change = Change it
title-change-tried = Change it (each verified by re-running)
title-change-run = What would change it (each verified by re-running)
ui-change-trying = Trying { $n } of { $of } …
ui-change-stop = Stop
ui-change-stopped = Stopped after { $n } of { $of }.
ui-change-again = Continue
ui-change-done = { $of } tried; { $n ->
        [one] 1 is better:
       *[other] the best { $n }:
    }
ui-change-none = { $n ->
        [one] The only change tried doesn't improve the outcome.
       *[other] None of the { $n } changes tried improves the outcome.
    }
ui-change-others = { $n ->
        [one] 1 more was tried{ $better ->
            [0] { "" }
           *[other] { "," } { $better } of them better
        }
       *[other] { $n } more were tried{ $better ->
            [0] { "" }
           *[other] { "," } { $better } of them better
        }
    }
ui-change-order = Changes are ranked by: 1. final outcome and nodes upgraded, 2. fewer forced-out or lost Pods, 3. less time without ready Pods, 4. earlier end, 5. more ready Pods. Additional nodes are a cost and don't affect the ranking. A change is never ranked as better if it only matters before a cancel or rollback in the script, forces out or loses more Pods, or ends sooner with less than half of the Pods ready.
ui-change-results = Results
ui-change-too-large = The run is too large to be repeated for each change.
ui-change-failed = Stopped: the run with this change is too large or can't be computed.
ui-change-apply = Apply
ui-change-apply-name = Apply: { $edit }
ui-change-applied = Applied: { $edit }.
title-say = Say it in GKE

## Operations

op-state = { $state }
op-state-paused = { $state }, paused
op-state-batch-soaking = { $state }, batch soaking
op-head-soak = { $left } of soak left
op-soak-batch = batch { $batch } of { $of }; batch { $next } from { $at }
op-soak-batch-cut = batch { $batch } of { $of }; planned until { $at }
op-soak-pool-cut = planned until { $at }
op-soak-last-batch = batch { $batch } of { $of }; pool soak from { $at }
op-soak-pool = the blue pool is deleted from { $at }
op-head-idle = No upgrade in progress
op-head-starts = the next one starts { $at }
op-head-succeeded = Upgraded
op-head-succeeded-to = Upgraded to { $version }
op-head-rolled-back = Rolled back
op-head-failed = Quota check failed
op-head-queued = Due, but can't start yet
op-head-paused = Paused by its window
op-head-resumes = resumes { $at }
op-head-cancelled = Paused: { $done } of { $of } nodes upgraded
op-head-cancelled-in = Paused in { $phase }
op-head-waiting = Waiting for capacity
op-head-cancelling = { $busy ->
        [one] Pauses when 1 node is finished
       *[other] Pauses when { $busy } nodes are finished
    }
op-head-rolling-back = Rolling back
op-head-create = Creating the green pool
op-head-cordon = Cordoning the blue pool
op-head-drain = Draining batch { $batch } of { $of }
op-head-soaks = Pool soaking
op-head-delete = Deleting the blue pool
op-head-short-lived = Waiting for old nodes to end
op-head-surge = { $done } of { $of } nodes upgraded
op-head-since = since { $at }
op-head-until = until { $at }
op-upgrade = Upgrades { $pool } to { $version }.
op-upgrade-any = Upgrades { $pool }: every node is recreated.
op-downgrade = To go back after a successful upgrade, upgrade to the old version { $version }. This is a full upgrade.
op-cancel-paused = The upgrade doesn't resume in the next window until someone resumes it.
op-cancel-surge-last = The last nodes finish anyway, and then the upgrade has succeeded: there is nothing left to pause.
op-cancel-surge = { $n ->
        [0] Pauses here. No further node is started, nothing is rolled back.
        [one] Pauses when the 1 node in progress is finished. Nothing is rolled back.
       *[other] Pauses when the { $n } nodes in progress are finished. Nothing is rolled back.
    }
op-cancel-short-lived = Pauses here. Nothing is rolled back.
op-cancel-create = Pauses here. The blue pool stays in use, nothing is rolled back.
op-cancel-drain = Pauses here. Evictions stop, the blue pool stays cordoned, nothing is rolled back.
op-cancel-blue-green = Pauses here. The blue pool stays cordoned, nothing is rolled back.
op-cancel-soak = Pauses here, with { $left } of soak left. The blue pool stays cordoned, nothing is rolled back.
op-resume = { $n ->
        [one] Continues with the 1 node that isn't upgraded.
       *[other] Continues with the { $n } nodes that aren't upgraded.
    }
op-resume-failed = Repeats the quota check.
op-resume-in = Continues in { $phase }.
op-resume-batch = Starts batch { $batch } immediately and skips the remaining { $left } of soak.
op-resume-last-batch = Starts the pool soak immediately and skips the remaining { $left } of the last batch's soak.
op-resume-soak = Continues the soak for the remaining { $left }.
op-rollback-first = Cancels and rolls back in one step.{ " " }
op-rollback-blue-green = { $first }The blue pool is used again. Pods on { $green ->
        [one] 1 green node
       *[other] { $green } green nodes
    } are deleted regardless of PDBs.
op-rollback-blue-green-respecting = Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
op-rollback-create = { $first }The green pool is deleted. The blue pool was never cordoned.
op-rollback-surge = { $first }{ $n ->
        [0] No node was started: nothing to roll back.
        [one] 1 node that was upgraded or started gets the old version again. Its Pods are deleted regardless of PDBs.
       *[other] { $n } nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
    }
op-rollback-surge-respecting = Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
op-rollback-short-lived = { $first }New nodes get the old version again.
op-rollback-failed = Nothing was created, so there is nothing to do: the upgrade ends as rolled back.
op-complete = Skips the remaining { $left } of soak: the blue pool is deleted immediately.
op-complete-now = The blue pool is deleted immediately.
op-no-cancel-delete = DELETING_BLUE_POOL can't be paused.
op-no-rollback-delete = Too late: the blue pool is being deleted. To go back, downgrade after the upgrade has succeeded.
op-no-cancel-paused = Already paused.
op-no-cancel-cancelling = Already pausing: waiting for nodes in progress to finish.
op-no-rolling-back = A rollback in progress can't be paused.
op-no-rollback-succeeded = A finished upgrade can't be rolled back. Use Downgrade instead.
op-no-rollback-twice-now = Already rolling back.
op-no-rollback-last = Too late: the last nodes are being upgraded and finish first, and then the upgrade has succeeded. Downgrade instead.
op-no-rollback-twice = Already rolled back.
op-no-run = The pool has no upgrade in progress.
op-no-run-yet = Not before the upgrade starts { $at }.
op-no-resume = Nothing is paused.
op-no-resume-yet = Nothing is paused. In this run, the upgrade is paused from { $at } on.
op-no-resume-batch = Nothing is paused. After a Cancel now, resuming would start batch { $batch } immediately and skip these { $left }.
op-no-resume-last-batch = Nothing is paused. After a Cancel now, resuming would start the pool soak immediately and skip these { $left }.
op-no-complete = Only in NODE_POOL_SOAKING, which this run doesn't reach from here.
op-no-complete-yet = Only in NODE_POOL_SOAKING, from { $at }.
op-no-complete-ever = Only blue-green upgrades have a soak to complete.
op-no-complete-delete = The soak is over and the blue pool is being deleted.
op-no-complete-paused = Paused: resume first, then complete.
op-no-control-plane-down = The control plane is being upgraded and doesn't respond.
op-no-control-plane-busy = The control plane is being upgraded: node upgrades can't start or resume.
op-no-upgrade = The pool has an upgrade in progress.
op-acts-later = Takes effect { $at }, one second later, because another event happens { $now } and comes first.

ui-op-commands = Commands in { $state }
ui-op-allowed = allowed
ui-op-not-allowed = not allowed
ui-op-upgrade = Upgrade
ui-op-downgrade = Downgrade
ui-op-cancel = Cancel
ui-op-resume = Resume
ui-op-rollback = Roll back
ui-op-rollback-note = respectPdb false
ui-op-rollback-respecting-note = respectPdb true
ui-op-complete = Complete
ui-op-button = { $what } { $pool }
ui-op-pools = Pool
ui-op-none = There is no pool to operate on.
ui-op-inject = Inject a fault at the playhead
ui-op-select-node = Select a node to make it fail.
ui-op-workload = Workload
ui-op-choose-workload = Choose a workload
ui-make-quota = Set quota
ui-make-quota-about = VMs beyond the start{ $now ->
        [none] ; currently sufficient
       *[other] ; currently { $now }
    }
ui-make-no-quota = Sufficient quota
ui-make-stockout = Stockout
ui-make-stockout-about = starts in { $zone }
ui-make-stockout-ends = End stockout
ui-make-stockout-ends-about = in { $zone }
ui-make-reservation = Reserve
ui-make-reservation-about = VMs for { $pool }: its upgrades can then use only this reservation; currently { $now }
ui-make-no-reservation = No reservation
ui-make-preempt = Preempt
ui-make-preempt-about = the Spot VM of { $node }
ui-make-kubelet = Stop kubelet
ui-make-kubelet-about = on { $node }
ui-make-disk = Fill disk
ui-make-disk-about = of { $node }
ui-make-host-event = Host event
ui-make-host-event-about = for { $node }
ui-make-never-ready = Never ready
ui-make-never-ready-about = { $workload } on upgraded nodes
ui-make-ready-again = Ready again
ui-make-ready-again-about = { $workload } on upgraded nodes
ui-make-slow-pull = Slow pull
ui-make-slow-pull-about = seconds per image of { $workload }
ui-make-sigterm = Ignore SIGTERM
ui-make-sigterm-about = { $workload }, until its grace period ends

did-upgrade = Upgrade { $name } at { $at }
did-downgrade = Downgrade { $name } at { $at }
did-cancel = Cancel { $name } at { $at }
did-resume = Resume { $name } at { $at }
did-rollback = Roll back { $name } at { $at }
did-rollback-respecting = Roll back { $name } with respectPdb at { $at }
did-complete = Complete { $name } at { $at }
did-quota = Quota at { $at }
did-stockout = Stockout in { $name } at { $at }
did-stockout-ends = Stockout in { $name } ends at { $at }
did-reservation = Reservation of { $name } at { $at }
did-preempt = Preempt { $name } at { $at }
did-kubelet = kubelet on { $name } stops at { $at }
did-disk = Disk of { $name } full at { $at }
did-host-event = Host event for { $name } at { $at }
did-never-ready = { $name } never ready from { $at }
did-ready-again = { $name } ready again from { $at }
did-slow-pull = { $name } pulls slowly from { $at }
did-sigterm = { $name } ignores SIGTERM from { $at }

ui-branch = Branch: { $what }.
ui-branch-running = Computing the difference from the previous run …
ui-branch-too-large = The run is too large to compare.
ui-branch-unknown = The previous run wasn't complete, so there is nothing to compare with.
ui-branch-refused = { $n ->
        [0] { "" }
        [one] Later: { $first }.
       *[other] { $n } later commands are refused. The first: { $first }.
    }
ui-branch-dismiss = Close and keep the branch
effect-end = ends after { $from } → { $to }
effect-ends = ends after { $to }
effect-stops = stops { $to } after it starts
effect-pool = { $pool }: { $own }; all pools: { $all }
key-branch = Operations: branch here
ui-tab-operations = Operations
ui-also-branch = what if, at the playhead: cancel, resume, roll back, complete, stockout, quota, preempt
ui-palette-operations = Operations at the playhead
ui-do-complete = Complete
ui-do-set = Set
ui-do-reservation = Reservation
ui-do-resize = Resize
ui-do-preempt = Preempt
ui-do-fail = Fail
ui-do-host-event = Host event
ui-script-phase = after the start of { $phase }
ui-script-go = Go to when it takes effect: { $what }

## Page

ui-undo = Undo: { $what }
ui-redo = Redo: { $what }
ui-nothing-to-undo = Nothing to undo
ui-nothing-to-redo = Nothing to redo
did-change = { $name } { $before } → { $after }
did-set = { $name } { $after }
did-unset = { $name } { $before } removed
did-add = added one to { $name }
did-remove = removed one from { $name }
did-several = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}
did-preset = preset “{ $title }”
did-open = another scenario
did-link = the link
did-start-over = start over
did-variants = comparison variants
ui-restored = Restored from your last visit.
ui-start-over = Start over
ui-not-kept = This scenario is too large for the browser's storage. Save it as a file (Share, Data) before you leave.
ui-not-restored = The scenario from your last visit couldn't be opened.
ui-save-scenario = Save the scenario
ui-open-again = Try again
ui-bad-link = The link couldn't be opened.
ui-no-preset = There is no preset “{ $name }”.
ui-share-lead-link = Nothing leaves this tab until you share the link: the link contains the scenario.
ui-share-lead-image = Nothing leaves this tab: the image is drawn in your browser.
ui-share-lead-data = Nothing leaves this tab: the file is created in your browser.
ui-share-tabs = What to share
ui-share-link = Link
ui-share-image = Image
ui-share-data = Data
ui-share-length = Length
ui-share-of = { $n } of { $most }
ui-share-too-long = Many programs truncate or reject links with more than { $most } characters. Share the scenario as a file instead, which others can import.
ui-share-carries = What the link contains
ui-share-playhead = Start at the playhead
ui-share-playhead-note = { $at }; otherwise at the start
ui-share-selection = Selection and open panel
ui-share-nothing-selected = nothing selected
ui-share-pseudonyms = Pseudonymize names
ui-share-pseudonyms-note = of pools, nodes, namespaces, workloads, Pods, PDBs, Services, and labels; the run stays the same
ui-share-pseudonyms-on = { $n ->
    [one] { $n } name replaced: { $old } → { $new }
   *[other] { $n } names replaced: { $old } → { $new }
}
ui-share-picture = The stage and the timeline at the playhead
ui-share-no-run = There is no run to draw yet.
ui-share-svg = SVG, for web pages and documents
ui-share-png = PNG, double resolution, for slides and chats
ui-share-save-svg = Save SVG
ui-share-save-png = Save PNG
ui-share-file = Scenario file
ui-share-form = Format
ui-share-form-scenario = Scenario (JSON)
ui-share-form-gcloud = gcloud commands
ui-share-form-terraform = Terraform
ui-share-form-budgets = PDBs (YAML)
ui-share-form-csv = Event log (CSV)
ui-share-form-lines = Event log (JSON Lines)
ui-share-cut = Only the beginning is shown. Copy and Save include everything.
ui-copy-it = Copy
ui-copied = Copied
ui-not-copied = The browser refused. Press Ctrl+C.
ui-save = Save

ui-close = Close
ui-cancel = Cancel
ui-use = Use

ui-import-title = Import a cluster
ui-import-obtain = Get these files
ui-import-command-cluster = gcloud container clusters describe CLUSTER --location LOCATION --format json > cluster.json
ui-import-command-pools = gcloud container node-pools list --cluster CLUSTER --location LOCATION --format json > pools.json
ui-import-paste = Drop files here, or paste
ui-import-drop = or drop or paste anywhere on the page
ui-import-pasted = Pasted text { $n }
ui-import-a-folder = The folder
ui-import-reading = Reading …
ui-import-absent = The part of the page that reads files couldn't be loaded. Check your connection, then choose or paste the files again.
ui-import-broken = The part of the page that reads files failed. Nothing was replaced.
ui-import-recognized = Recognized
ui-import-recognized-note = what the files contain
ui-import-used = Used
ui-import-used-note = included in the scenario
ui-import-ignored = Ignored
ui-import-ignored-note = and why
ui-import-assumed = Assumed
ui-import-assumed-note = you can change these in the setup
ui-import-none = Nothing.
ui-import-errors = { $n ->
        [one] The scenario has 1 error
       *[other] The scenario has { $n } errors
    }; you can use it and fix it in the setup
ui-import-folder = Choose a folder
ui-import-box = Text in the box
ui-import-remove = Remove { $name }
ui-import-clear = Remove all
ui-import-use-show = { $name }: open it on the stage
ui-import-use-first = Press Use to show { $name } on the stage
ui-import-stop = Stop
ui-import-stopped = Stopped; nothing was replaced.
ui-import-again = Read again
ui-import-done = Done.
ui-import-not-read = Not read
ui-import-objects = { $n ->
        [one] 1 object
       *[other] { $n } objects
    } so far
ui-import-together = { $n ->
        [one] Combining 1 object
       *[other] Combining { $n } objects
    }
ui-import-reporting = Writing the report
ui-import-checking = Checking the scenario
ui-import-file-of = Reading file { $n } of { $of }
ui-import-until-use = Nothing is replaced until you press Use. Your files stay here until then.
ui-import-text-edited = You edited the text. Use takes the edited text.
ui-import-nothing-used = None of this can be simulated. Each file says why.
ui-import-never-asked = Secrets and ConfigMaps are never requested. Environment variables in Pod specs are skipped and not kept.
ui-import-open-text = Open as text
ui-import-as-text = The scenario that Use takes
ui-import-report = Import report
ui-import-look = { $n ->
        [one] 1 item to review
       *[other] { $n } items to review
    }
ui-import-taken-as = Assumed:
ui-import-pseudonyms = Pseudonymize names
ui-import-pseudonyms-note = Pools, nodes, namespaces, workloads, and labels are renamed consistently. The mapping stays in this tab.
ui-import-names = { $n ->
        [one] 1 name is replaced
       *[other] { $n } names are replaced
    }
ui-import-too-large = Larger than 128 MiB: not read. Import it in parts, for example one namespace at a time.
ui-import-too-many = Not read: at most 500 files, in folders up to eight levels deep, are read.
ui-import-unreadable = The browser couldn't read it: it's a folder, was moved or changed, or you don't have permission.
ui-import-no-memory = This tab doesn't have enough memory for it.
ui-import-empty-folder = The folder contains no JSON, YAML, or Terraform files.
ui-import-edits = { $n ->
        [one] 1 edit since the last import
       *[other] { $n } edits since the last import
    }
ui-import-keep = Take the cluster, keep { $n ->
        [one] my edit
       *[other] my { $n } edits
    }
ui-import-keep-note = All of them still apply.
ui-import-keep-clashes = { $n ->
        [one] 1 of them conflicts with a change
       *[other] { $n } of them conflict with changes
    } of the cluster:
ui-import-keep-none = { $n ->
        [one] It can't be kept: what it edits is gone.
       *[other] None of them can be kept: what they edit is gone.
    }
ui-import-clash-wins = now { $now }; your edit wins
ui-import-clash-gone = what it edits is gone, so the edit is dropped
ui-import-replace = Replace all
ui-import-replace-note = { $n ->
        [one] Discards the edit.
       *[other] Discards the { $n } edits.
    }
ui-import-gone = The current scenario has { $what }, but these files don't: Use removes that. To keep it, also import the previous files.
ui-import-nothing = nothing
ui-import-something = other values
ui-used-pools = { $n ->
        [one] 1 pool
       *[other] { $n } pools
    }
ui-used-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-used-workloads = { $n ->
        [one] 1 workload
       *[other] { $n } workloads
    }
ui-used-pods = { $n ->
        [one] 1 Pod
       *[other] { $n } Pods
    }
ui-used-budgets = { $n ->
        [one] 1 PDB
       *[other] { $n } PDBs
    }
ui-used-services = { $n ->
        [one] 1 Service
       *[other] { $n } Services
    }
ui-and-more = and { $n } more

ui-computing = Simulating …
ui-not-yet = Can't be simulated yet: { $why }

ui-section-pools = Cluster & pools
ui-brief = { $strategy }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-pools-note = { $pools ->
        [one] 1 pool
       *[other] { $pools } pools
    }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-workloads = Workloads & PDBs
ui-section-workloads-note = { $workloads ->
        [one] 1 workload
       *[other] { $workloads } workloads
    }, { $budgets ->
        [one] 1 PDB
       *[other] { $budgets } PDBs
    }
ui-section-actions = Actions
ui-section-actions-note = { $n ->
        [one] 1 action
       *[other] { $n } actions
    }
ui-section-assumptions = Assumptions
ui-section-assumptions-note = seed { $seed }
ui-no-pools = The scenario has no pools.
ui-pool = Pool
ui-strategy = Strategy
ui-strategy-not-built = { $strategy } isn't simulated yet
ui-use-standard = Use a standard policy
ui-fixed-autopilot = Autopilot clusters always use surge upgrades. The strategy can't be changed.
ui-fixed-multi-host = A multi-host TPU slice: all of it is upgraded at once, regardless of settings.
ui-fixed-managed = Autopilot manages this pool: it uses surge upgrades, and its settings can't be changed.
ui-fixed-flex-start = Flex-start VMs always use short-lived upgrades: nodes are not drained and leave when they reach maxRunDuration. There is nothing to set.
ui-fixed-short-lived = GKE selects short-lived upgrades automatically: nodes are not drained and leave when they reach maxRunDuration. There is nothing to set.
ui-batch-size-field = Batch size
ui-batch-unit = Batch size as
ui-batch-in-nodes = nodes
ui-batch-in-parts = fraction of the pool
ui-batch-soak-field = Batch soak
ui-pool-soak-field = Pool soak
ui-comes = Blue-green, standard policy
ui-comes-batches-name = Batches
ui-comes-no-batches = none: size 0 skips the drain
ui-comes-batches = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }
ui-comes-batches-part = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } = { $size }
ui-comes-batches-rounded = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } rounds down
ui-comes-batches-least = { $batches } × { $size }, as { $nodes } × { $part } rounds down, but to at least 1
ui-comes-soak-name = Soak
ui-comes-soak = { $pool } + { $batches } × { $soak } = { $all }
ui-comes-peak-name = Nodes
ui-comes-peak = { $peak } at the peak{ $room ->
        [none] { "" }
       *[other] , room for { $room }
    }
ui-comes-cut-name = Limit
ui-comes-cut = after { $soak } the blue pool is deleted{ $nodes ->
        [0] , the rest of the soak is cut off
        [one] , 1 node undrained
       *[other] , { $nodes } nodes undrained
    }
ui-documented-settings = Documented settings
ui-about-surge = About surge upgrades
ui-trade-offs = Trade-offs
ui-surge-is-for = Good for
ui-during-a-run = During the upgrade
ui-max-surge = Max surge
ui-max-unavailable = Max unavailable
ui-nodes-per-zone = Nodes per zone
ui-machine-type = Machine type
ui-target-version = Target version
ui-pdb-timeout = PDB timeout
ui-drain-grace = Maximum grace period
ui-no-upgrade = No upgrade of this pool
ui-upgrade-now = Upgrade at 0 s
ui-derived = During the run, the whole cluster has { $low } to { $high } registered nodes. In a zone of this pool, { $slots ->
        [one] 1 node is
       *[other] { $slots } nodes are
    } upgraded at once.
ui-less = { $name }: decrease
ui-more = { $name }: increase
ui-no-workloads = The scenario has no workloads.
ui-budgets = PodDisruptionBudgets
ui-bound-of = Limit of { $name }
ui-replicas = Replicas
ui-ready-after = Ready after
ui-start-after = Starts within
ui-grace = Grace period, seconds
ui-cpu = CPU request
ui-memory = Memory request
ui-assumptions-lead = These times aren't documented, so they are assumptions. Enter one value, or p10, p50, and p90.
ui-node-create = Boot a node
ui-node-delete = Delete a VM
ui-cordon-time = Cordon to drain
ui-control-plane-time = Control plane, one replica
ui-pod-start = Start a Pod
ui-image-pull = Pull an image
ui-ready = Become ready
ui-shutdown = Shut down
ui-range-of = { $name } as p10, p50, and p90
ui-seed = Seed
ui-node-order = Order of nodes
ui-order-shuffled = shuffled by seed
ui-order-listed = as listed
ui-no-actions = No actions during the run.
ui-when = Time: { $what }
ui-remove = Remove: { $what }
ui-action = Action
ui-action-target = Target
ui-at-playhead = At the playhead
ui-spare-nodes = VMs beyond the start
ui-do-upgrade = Upgrade
ui-do-cancel = Cancel
ui-do-resume = Resume
ui-do-rollback = Roll back
ui-do-cordon = Cordon
ui-do-uncordon = Uncordon
ui-do-drain = Drain
ui-do-quota = Quota
ui-do-stockout = Stockout
ui-do-open = Window opens
ui-do-close = Window closes

ui-stage = Stage
ui-grid = Zones and nodes
ui-grid-zone = { $name }: { $words }
ui-grid-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-grid-node = { $name }: { $state }. { $line }. { $version }, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
ui-grid-pods = Pods of { $node }
ui-grid-pod = { $name }: { $state }
ui-legend = Legend
ui-sight = View
ui-sight-in = Zoom in
ui-sight-out = Zoom out
ui-sight-all = Show the whole stage
ui-look-blocked = blocked: an eviction is refused
ui-look-draining = draining
ui-look-cordoned = cordoned, no new Pods
ui-look-starting = starting
ui-look-recreating = being recreated
ui-look-deleting = being deleted
ui-look-ready-new = ready, upgraded
ui-look-ready-old = ready, not upgraded
ui-look-not-ready = not ready
ui-shape-circle = Deployment and similar
ui-shape-square = StatefulSet
ui-shape-diamond = Job
ui-shape-triangle = DaemonSet
ui-shape-ring = Pod without a controller
ui-life-ready = ready
ui-life-not-ready = running, not ready
ui-life-starting = starting
ui-life-terminating = terminating
ui-life-pending = pending
ui-life-held = { $state }, eviction refused
ui-life-refused = eviction refused
ui-pending = Pending
ui-nothing-pending = Every Pod has a node
ui-outside = Outside

ui-inspector = Inspector
ui-tab-why = Why?
ui-tab-findings = Findings
ui-tab-story = Story
ui-kind-cluster = Cluster
ui-kind-pool = Node pool
ui-kind-zone = Zone
ui-kind-node = Node
ui-kind-pod = Pod
ui-kind-workload = Workload
ui-kind-budget = PodDisruptionBudget
ui-kind-service = Service
ui-why-nothing = Nothing is blocking it.
ui-why-select = Nothing is selected, so this shows the pool. Select a node, a Pod, a zone, a bar, or a log row to see details about it.
ui-why-same = Also for { $name } { $value }
ui-why-besides = Also applies
ui-rule-source = Source: { $title }.
ui-rule-reading = Our interpretation: the documentation doesn't say.
ui-why-not-yet = It doesn't exist at this time.
ui-chain = How it got here
ui-copy = Copy: { $text }
ui-log = Event log
ui-log-filter = Filter: a name, blocked
ui-log-filter-name = Filter the stage and the event log
ui-log-passing = { $sofar } of { $events ->
        [one] 1 event
       *[other] { $events } events
    } so far and { $nodes } of { $of } nodes match
ui-states = Nodes by state
ui-states-hint = A replacement node takes the cell of the node it replaces. Additional nodes are at the end.
ui-states-now = Nodes registered
ui-states-peak = Peak
ui-states-upgraded = Upgraded
ui-states-halves = Blue and green nodes have their own cells. In other pools, a replacement node takes the cell of the node it replaces.
ui-states-done = Upgraded, old node gone
ui-log-empty = Nothing has happened yet.
ui-log-none = Nothing matches the filter.
ui-checks = Checks
ui-no-findings = No issues found.
ui-standing = Still waiting at the end
ui-outcome-sub = After { $for }, at { $at }
ui-outcome-sub-later = After { $for }, at { $at }; last event at { $last }
ui-outcome-unfinished = { $for } simulated; last event at { $last }
ui-shortfalls = Too few ready Pods
ui-shortfalls-forced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } forced out in violation of a PDB, the first
ui-shortfalls-lost = { $n ->
        [one] 1 Pod that no controller recreates is
       *[other] { $n } Pods that no controller recreates are
    } lost
ui-shortfalls-unplaced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } unscheduled at the end
ui-at = at
ui-from = from
ui-since = for { $for } (since { $at })
ui-sum-nodes = Nodes: start, range, end
ui-sum-in-progress = Nodes upgraded at once (max)
ui-sum-upgraded = Nodes upgraded
ui-sum-evictions = Evictions
ui-sum-preempted = Pods preempted
ui-sum-forced = Pods forced out
ui-sum-violations = of them in violation of a PDB
ui-sum-lost = Pods lost
ui-sum-pending = Pods pending (max)
ui-sum-blocked = Drains blocked
ui-sum-waited = Waiting for resources

ui-timeline = Timeline
ui-lanes = Timeline lanes
ui-playhead = Playhead
ui-slider-value = { $at }, { $state }
ui-true-scale = True scale
ui-quiet = { $for } quiet
ui-lane-utc = UTC
ui-lane-openings = Calendar
ui-lane-batches = { $pools ->
        [one] Batches
       *[other] Batches { $pool }
    }
ui-lane-blue = { $pools ->
        [one] B Blue pool
       *[other] B Blue { $pool }
    }
ui-lane-green = { $pools ->
        [one] G Green pool
       *[other] G Green { $pool }
    }
ui-lane-blue-then-green = { $pools ->
        [one] B, then G
       *[other] B, then G { $pool }
    }
ui-lane-green-then-blue = { $pools ->
        [one] G, then B
       *[other] G, then B { $pool }
    }
ui-note-half = { $all ->
        [0] no nodes
       *[other] { $cordoned ->
            [0] { $ready } of { $all } ready
           *[other] { $cordoned } of { $all } cordoned
        }
    }
ui-batch-drain = batch { $batch } draining
ui-batch-soak = soak { $lasts }
ui-batch-pool-soak = pool soak { $lasts }
ui-batch-paused = paused
ui-phase-paused = paused in { $phase }
ui-lane-control-plane = Control plane
ui-replica = replica { $replica } of { $of }
ui-lane-phase = Phase { $pool }
ui-lane-nodes = Nodes
ui-lane-ready = { $name } ready
ui-lane-breach = below the PDB's minimum
ui-lane-events = Events
ui-note-nodes = { $now } now, { $low } to { $high }
ui-note-ready = { $ready } of { $of }
ui-note-floor = { $ready } of { $of }, minimum { $floor }
ui-more-fields = More fields
ui-hint-bar = { $name }: { $state }, { $from } to { $to }
ui-hint-chart = { $title } at { $at }: { $value }
ui-hint-events = { $said }. In total: { $kinds }.
ui-bin-created = { $n } created
ui-bin-cordoned = { $n } cordoned
ui-bin-evicted = { $n } evicted
ui-bin-blocked = { $n } blocked
ui-bin-forced = { $n } forced
ui-bin-deleted = { $n } deleted
ui-bin-phase = { $n ->
        [one] 1 phase
       *[other] { $n } phases
    }
ui-bin-operation = { $n ->
        [one] 1 operation
       *[other] { $n } operations
    }
ui-hint-event = { $at } { $name }: { $fact }{ $more ->
        [0] { "" }
       *[other] {" "}and { $more } more
    }
ui-hint-phase = { $title }: { $state }, { $from } to { $to }
ui-note-zone = { $new } of { $all } upgraded
ui-run-idle = idle
ui-run-queued = waiting for its turn or window
ui-run-running = upgrading
ui-run-waiting = waiting for resources
ui-run-paused = paused by its window
ui-run-cancelling = canceling
ui-run-cancelled = canceled
ui-run-rolling-back = rolling back
ui-run-succeeded = done
ui-run-rolled-back = rolled back
ui-run-failed = failed

ui-transport = Transport
ui-play = Play
ui-pause = Pause
ui-speed = Speed
ui-speed-auto = Auto speed, 45 s
ui-speed-seconds = { $n } s per second
ui-speed-minutes = { $n } min per second
ui-speed-hours = { $n } h per second
ui-stat-nodes = nodes now / peak
ui-stat-evictions = evictions
ui-stat-forced = forced
ui-stat-blocked = blocked
ui-stat-ends = run ends
ui-stat-over = upgrade ends
ui-stat-so-far = computed so far
ui-stat-of-run = of the run
ui-stat-stale = Last successful run
ui-stat-stale-note = not for this scenario
ui-findings-stale = Results of the last successful run: the current scenario can't be run.

ui-help-lead = Shortcuts work while the focus is in the simulator and not in a text field.
ui-single-keys = Single-key shortcuts
ui-model-lead = A forecast, not a promise: GKE doesn't define the node order, so it follows the seed. Boot, image pull, and readiness times are assumptions that you can change.
key-space = Space
key-shift = Shift
key-page-up = Page up
key-page-down = Page down
key-play = Play or pause
key-next-event = Next event
key-previous-event = Previous event
key-next-phase = Next phase
key-previous-phase = Previous phase
key-tick = Forward one second
key-tick-back = Back one second
key-next-marker = Next marker
key-previous-marker = Previous marker
key-start = Start
key-end = End
key-tenth = Jump to 0 % … 90 % of the run
key-faster = Faster
key-slower = Slower
key-loop = Loop the visible or marked range
key-fit = Fit the selection
key-fit-all = Fit the whole run
key-why = Why?
key-filter = Filter the stage and the event log
key-undo = Undo
key-redo = Redo

# Palette, menus and further commands
ui-paper = Printable report of this run
ui-range = Marked range
ui-range-fit = Zoom to the range
ui-range-clear = Clear the range
ui-paper-at = At { $at } UTC, { $date }
ui-grid-pending = { $n ->
    [one] 1 Pod pending
   *[other] { $n } Pods pending
  }
ui-grid-held = { $pod }: { $why }
ui-slider-left = { $at }, { $state }, { $n ->
    [one] 1 node left
   *[other] { $n } nodes left
  }
ui-slider-blocked = drain blocked
ui-line-select = Select { $name }
ui-line-why = Why is { $name } in this state?
ui-line-filter = Filter the log to { $name }
ui-line-zoom = Zoom to { $name }
ui-line-copy = Copy the name { $name }
ui-line-go = Go to { $at }
ui-line-after = { $for } after the start
ui-line-now = { $at }, now
ui-line-ago = { $at }, { $for } ago
ui-line-in = { $at }, in { $for }
ui-palette = Command palette
ui-palette-search = Search commands, nodes, Pods, events, and times
ui-palette-results = Results
ui-palette-count = { $found } of { $of } commands, names, and events
ui-palette-suggested = Suggested
ui-palette-subjects = Nodes, Pods, and what they belong to
ui-palette-moments = Go to
ui-palette-commands = Commands
ui-palette-rules = Rules of this run
ui-palette-changes = Change and run again
ui-node-blocked = drain blocked
ui-node-draining = draining
ui-node-upgraded = ready, upgraded
ui-line-apply = Apply: { $edit }
ui-palette-times = Times
ui-palette-uses = { $n ->
    [one] used once
   *[other] used { $n } times; go to the first
  }
ui-palette-nothing = No matches. Type less, or start with > for commands, @ for nodes and Pods, # for rules, : for times.
ui-palette-no-time = No such time in this run. Enter 02:17, +17:50, 90s, or 40%.
ui-palette-move = move
ui-palette-run = run
ui-palette-close = close
ui-also-import = gcloud kubectl terraform hcl yaml json manifest dump paste open file load
ui-also-share = export gcloud terraform yaml json csv svg png picture link download save copy
ui-also-findings = stuck blocked checks warnings problems outcome summary report
ui-also-why = stuck blocked reason explain cause
ui-also-setup = settings edit strategy surge budget assumptions
ui-also-help = keyboard shortcuts about
ui-palette-signs = > commands  @ nodes and Pods  # rules  : times
ui-menu-of = { $name }: actions
ui-menu-moments = Go to when …
ui-keys-play = Play
ui-keys-move = Move
ui-keys-zoom = Jump and zoom
ui-keys-ask = Ask
ui-keys-page = Page
ui-keys-places = In the stage, the timeline, and lists
ui-keys-still = Nothing flashes. With reduced motion, playback moves in steps.
key-mark-from = Start the range here
key-mark-to = End the range here
key-zoom-in = Zoom in at the playhead
key-zoom-out = Zoom out
key-pan-on = Scroll later
key-pan-back = Scroll earlier
key-setup = Show or hide the setup
key-theme = Light or dark theme
key-print = Print a report of this run
key-single-keys = Turn single-key shortcuts on or off
key-between = Move between zones and nodes
key-stage-zoom = Zoom the stage at the focused element
key-stage-move = Pan the stage
key-into = Into the Pods of a node, and back
key-ask-here = Show why
key-menu = Open the menu
key-leave = Close, or clear the selection
key-pointer-zoom = Zoom at the pointer
key-pointer-pan = Pan
key-pointer-range = Mark a range
key-pointer-fit = Fit the whole run
key-wheel = Wheel
key-drag = Drag
key-double = Double-click

## Runs beside one another.

ui-also-compare = side by side difference variant strategy surge blue-green which
ui-more-control = For more control over a running upgrade than surge offers (phases, soak, fast rollback):
ui-more-control-compare = compare with blue-green
ui-compare-title = { $n ->
        [1] One strategy, one scenario
        [2] Two strategies, one scenario
       *[other] Three strategies, one scenario
    }
ui-compare-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-compare-seed = seed { $seed }
ui-compare-results = Differences and choice of strategy
ui-compare-stale = The scenario has errors, so nothing is computed. Undo, or leave the comparison and fix them in the setup.
ui-compare-no-choice = The strategy of these pools is fixed, so there is nothing to compare with.
ui-compare-by = Align by
ui-compare-by-clock = wall clock
ui-compare-by-share = percent done
ui-compare-add = Variant
ui-compare-leave = Leave the comparison
ui-compare-variant = Variant { $variant }: { $name }
ui-compare-own = your scenario
ui-compare-change = Edit this variant
ui-compare-take = Open this variant
ui-compare-take-short = Open
ui-compare-drop = Remove variant { $variant }
ui-compare-as-is = Your scenario
ui-compare-short-as-is = your scenario
ui-compare-mixed = a different strategy per pool
ui-compare-pool = { $pool }: { $how }
ui-compare-short-lived = Short-lived
ui-compare-short-short-lived = short-lived
ui-compare-short-lived-settings = nodes leave at maxRunDuration
ui-compare-surge = Surge { $surge } + { $unavailable }
ui-compare-strategy-surge = Surge
ui-compare-short-surge = surge
ui-compare-surge-settings = maxSurge { $surge }, maxUnavailable { $unavailable }
ui-compare-blue-green = Blue-green
ui-compare-short-blue-green = blue-green
ui-compare-blue-green-settings = { $unit ->
        [nodes] batches of { $batch }
       *[part] batches of { $batch } of the pool
    }, soak { $soak } + { $pool }
ui-compare-done = { $n } % done
ui-compare-percent = { $n } %
ui-compare-share-ruler = Percent done
ui-compare-heard = Variant { $variant }: { $n } % done
ui-compare-heard-at = Variant { $variant }: { $at }
ui-compare-stat-done = of { $variant } done
ui-compare-stat-at = in { $variant }
ui-compare-computing = Computing …
ui-compare-wrong-nodes = Enter a whole number of nodes, 1 or more
ui-compare-wrong-part = Enter a fraction of the pool, greater than 0 and at most 1, such as 0.25
ui-compare-wrong-soak = Enter a duration, such as 600s or 10m
ui-compare-long-soak = At most { $most }: GKE doesn't soak longer
ui-compare-wrong = These settings can't be used
ui-compare-too-large = Runs with more than { $n } records aren't compared.
ui-compare-crashed = The simulation failed. This is a bug in Nodetide.
ui-compare-differs = Differences
ui-compare-lower-note = the lower number in the row; lower isn't always better
ui-compare-unlike-note = No number is marked as lower because not all of these upgrades succeed.
ui-compare-outcome = Outcome
ui-compare-succeeded = succeeded
ui-compare-rolled-back = rolled back
ui-compare-cancelled = canceled
ui-compare-paused = paused
ui-compare-limit = limit reached
ui-compare-stuck = stuck
ui-compare-failed = failed
ui-compare-idle = no upgrade
ui-compare-lower = lower:
ui-compare-what = Metric
ui-compare-show = Show the records behind it
ui-compare-of = { $n } of { $of }
ui-compare-within = { $n }, quota { $quota }
ui-compare-duration = Duration
ui-compare-percentiles = p50 – p90 of { $runs } seeds
ui-compare-percentiles-note = All variants use the same seeds. Half of the runs (p50), or 9 of 10 (p90), take no longer than this.
ui-compare-percentiles-value = { $half } – { $most }
ui-compare-percentiles-never = not completed
ui-compare-windows = Windows used
ui-compare-drained = Last node drained after
ui-compare-nodes-max = Most nodes
ui-compare-nodes-min = Fewest nodes
ui-compare-extra = Extra node-hours
ui-compare-node-hours = Node-hours
ui-compare-evictions = Evictions
ui-compare-forced = Forced kills
ui-compare-moves = Moves per Pod, mean
ui-compare-moves-max = Moves per Pod, most
ui-compare-moved-again = Pods moved more than once
ui-compare-ready = Fewest ready { $name }
ui-compare-blocked = Blocked by PDBs
ui-compare-records = { $what } of { $variant }, { $name }: { $n ->
        [one] 1 record
       *[other] { $n } records
    }
ui-compare-no-records = Nothing in the run changes it: it is part of the start of the scenario.
ui-compare-none = None.
ui-compare-more = and { $n } more
ui-compare-which = Which strategy?
ui-compare-trade-offs = Four trade-offs, based on these runs
ui-compare-speed = Speed
ui-compare-speed-note = until all nodes are upgraded
ui-compare-speed-is = { $took }
ui-compare-speed-both = { $drained } to move all Pods, { $took } in total
ui-compare-speed-not = { $outcome }, after { $took }
ui-compare-disruption = Disruption
ui-compare-disruption-note = moves, fewest ready Pods
ui-compare-disruption-is = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, all stay ready
ui-compare-disruption-down = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, { $name } down to { $ready } of { $of }
ui-compare-risk = Risk
ui-compare-risk-note = if it is canceled and rolled back halfway
ui-compare-back = { $took } until everything is rolled back, from { $at }
ui-compare-back-nothing = no pool is upgraded
ui-compare-back-no-way = this strategy can't be rolled back
ui-compare-back-never = the rollback from { $at } doesn't finish
ui-compare-back-unknown = couldn't be computed
ui-compare-cost = Cost
ui-compare-cost-note = extra node-hours, peak
ui-compare-cost-is = { $extra }, { $more ->
        [1] 1 more node
       *[other] { $more } more nodes
    }

## The policy checker.

win-text = Window or policy
win-examples = Examples
win-show-in = Show in
win-zone-other = other zone …
win-empty = Nothing to check. Paste a window, or choose an example.
win-one-file = You dropped several files. The checker takes one.
win-large-file = { $name } is larger than 1 MB. Import it in the simulator, or paste the part with the maintenance policy.
win-no-text = { $name } isn't a text file.
win-suppose = Assume “{ $rest }”
win-last = Still showing the last text that could be read.
win-reading = Reading …
win-kind-gcloud = gcloud command
win-used = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }
win-used-ignored = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }, { $m } ignored ({ $names })
win-each = { $hours } each
win-address = Link to this window
win-copy-link = Copy link
win-copied = Copied
win-copy-refused = The browser doesn't allow the page to copy.
win-not-understood = Can't tell when this window opens.
win-not-understood-lead = GKE rejects this policy. See the errors on the right.
win-left-out = { $n ->
        [one] Without exclusion { $names }, which can't be read.
       *[other] Without exclusions { $names }, which can't be read.
    }
win-stored = Stored in UTC: { $says }
win-open = Actual open intervals
win-view = View
win-weeks = Weeks
win-month = Month
win-year = Year
win-before = Earlier
win-after = Later
win-to-worst = Go to the worst period
win-to-start = Go to the start
win-from-day = weeks from { $day }
win-scroll = Calendar
win-grid = { $n ->
        [one] 1 week
       *[other] { $n } weeks
    } from { $day }, as a drawing. The same information follows as text.
win-year-of = One year from { $day }: open hours per day.
win-key-occurrence = occurrence
win-key-overlap = overlap, { $hours }
win-key-open = open
win-key-unlisted = open on a day that isn't listed
win-key-frozen = exclusion
win-closed = closed
win-week = Week from { $day } { $from }
win-to = to { $day }
win-worst-from = Worst { $days } days start { $from }: { $hours } open
win-worst-to = and end { $to }
win-stop = .
win-worst-text = The worst { $days } days start { $from }: { $hours } open.
win-frozen = exclusion { $name }
win-clocks = clocks { $by }
win-notes = Also good to know
win-traps = Traps
win-no-trap = No traps
win-no-other-trap = No other traps
win-no-overlap = Occurrences don't overlap.
win-no-first = The start is on a listed day.
win-no-far = The end isn't years away.
win-no-shift = The days are the same in the displayed time zone.
win-side = Verdict
win-verdict = Verdict
win-accepted = Accepted
win-accepted-but = Accepted, but { $trap }
win-refused = Not accepted
win-enough = The worst { $days } days, from { $from }, have { $hours } that count.
win-too-little = The worst { $days } days, from { $from }, have only { $hours } that count.
win-worst-days = Worst { $days } days
win-needs = { $hours }, needs 48
win-edition = Rules of
win-edition-says = 48 h in any { $days } days, in periods of at least 4 h; No upgrades for at most { $freeze } days (edition { $name }).
win-channel = The cluster is in a release channel
win-fix = Fix it
win-fix-worst = Accepted. Worst 32 days { $seed }, worst 92 days { $current }.
win-use = Use
win-use-name = Use: { $text }
win-next = Next 10 openings
win-from = from
win-today = Today by your browser's clock, 00:00 UTC.
win-from-said = As of { $day }, 00:00 UTC.
win-ics = ICS
win-ics-title = Save one year of openings as a calendar file
win-never = Doesn't open within a year.
win-opens = Opens, { $zone }
win-closes = Closes, { $zone }
win-length = Length
win-no-end = not within a year
win-copy = Copy as
win-copy-as = Copy as { $form }
## The maintenance calendar

ui-tab-maintenance = Maintenance
ui-calendar = Maintenance calendar
ui-window = Window
ui-days = Mo Tu We Th Fr Sa Su
ui-weekdays = Monday Tuesday Wednesday Thursday Friday Saturday Sunday
ui-mw-none = none
ui-mw-daily = daily
ui-mw-recurring = recurring
ui-mw-note = { $window ->
        [none] no window
       *[other] { $window }
    }, { $n ->
        [one] 1 exclusion
       *[other] { $n } exclusions
    }
ui-mw-zone = Time zone of this form
ui-mw-at = Opens at
ui-mw-for = Stays open
ui-mw-days = Opens on (your days)
ui-mw-rule = Rule
ui-mw-rule-only = This rule can't be edited with the controls above.
ui-mw-stored = Stored in UTC
ui-mw-limits = Channel and limits
ui-mw-templates = Templates
ui-edition = Edition of the limits
ui-edition-is = { $name }: 48 h in { $days } d, No upgrades { $freeze } d, { $years }
ui-channel = Release channel
ui-end-of-support = End of support
ui-no-upgrades = No upgrades
ui-no-minor = No minor
ui-no-minor-node = No minor/node
ui-ex-title = Exclusions
ui-ex-counted = { $freezes } of 3 No upgrades, { $all } of 20
ui-ex-add = Add exclusion
ui-ex-name = { $name }, { $scope }, { $days }. Use arrow keys to move it, Shift+arrow keys to move its end.
ui-ex-named = Name
ui-ex-from = From
ui-ex-to = To (inclusive)
ui-ex-scope = Scope
ui-ex-until = Until end of support
ui-ex-remove = Remove { $name }
ui-ex-on = on
ui-ex-over = ended
ui-ex-ahead = upcoming
ui-ev-title = Plan an event
ui-ev-first = First day
ui-ev-last = Last day
ui-ev-add = Exclude
ui-ev-lead = Starts 7 days before the event and ends with it.
ui-cal-cluster = Cluster
ui-cal-calendar = Calendar
ui-cal-month = Month
ui-cal-quarter = 3 months
ui-cal-year = Year
ui-cal-reach = Time range
ui-cal-zone = Time zone
ui-cal-before = Back one month
ui-cal-after = Forward one month
ui-cal-date = { $day } { $year }
ui-cal-days = { $from } to { $to }
ui-cal-dst = { $day }: clocks { $by }
ui-cal-eos = end of support of { $minor }, { $day }
ui-cal-worst = Worst { $n } days
ui-cal-worst-is = worst { $n } days: { $from } to { $to }, { $open } open
ui-cal-changes = Changes
ui-cal-allowed = { $n } of { $of } allowed
ui-cal-available = Available
ui-cal-open = window
ui-cal-excluded = window, but excluded
ui-cal-hint = Drag across days, or press Shift+arrow keys and Enter, to add an exclusion.
ui-cal-included = Last days are included
ui-cal-stale = The policy can't be read. Still showing the last one that could.
ui-cal-always = No window: work can start at any time.
ui-cal-always-but = No window: work can start at any time, except what { $names } blocks.
ui-cal-always-not = No window, but no upgrade can start: { $names }.
ui-cal-open-until = The window is open until { $at }.
ui-cal-opens = The next window opens { $at }.
ui-cal-never = No window opens anymore.
ui-cal-frozen = No upgrades today.
ui-cal-waits = { $what }, due today, waits { $n ->
        [one] 1 day
       *[other] { $n } days
    }: first for { $names }, then for the window of { $starts }.
ui-mx-all = { $day }: all can start
ui-mx-some = { $day }: some can start
ui-mx-none = { $day }: none can start
ui-mx-sub = scope × change at the playhead
ui-mx-cp = control plane
ui-mx-nodes = nodes
ui-mx-minor = minor
ui-mx-patch = patch
ui-mx-vm = VM
ui-mx-active = { $names }, active
ui-mx-inactive = not active
ui-mx-unset = none set
ui-mx-now = Combined, now
ui-mx-any = any blocks
ui-mx-shut = and no window is open
ui-mx-allowed = allowed
ui-mx-blocked = blocked
ui-mx-dated = { $n ->
        [one] 1 scheduled change
       *[other] { $n } scheduled changes
    }
ui-mx-no-dated = The script has no automatic upgrades. Manual upgrades don't wait for a window.
ui-mx-runs = runs { $at }
ui-mx-until = { $names }, to { $at }
ui-mx-never = no window found
ui-mx-times = Times in { $zone }; the first open window after the last blocker.
ui-mx-cp-minor = CP minor
ui-mx-cp-patch = CP patch
ui-mx-cp-vm = CP disruption
ui-mx-node-minor = node minor
ui-mx-node-patch = node patch
ui-mx-node-vm = VM disruption
ui-av-title = Open time, worst { $n } days
ui-av-is = { $open }, needs { $need }
ui-av-just = Just enough.
ui-av-more = { $n } more than needed.
ui-av-less = { $n } too short.
ui-fit-title = Fits the window?
ui-fit-lead = Quick estimate. Run it to account for drains, PDBs, quotas, and exclusions.
ui-fit-ran-lead = p10, p50, and p90 are fast, median, and slow nodes and Pods. Each pool is run alone, upgraded by GKE after its control plane, with { $seeds ->
        [one] 1 seed
       *[other] { $seeds } seeds
    }.
ui-fit-run = Run it
ui-fit-stop = Stop
ui-fit-again = Continue
ui-fit-running = { $done } of { $of } runs
ui-fit-ran = windows, by running
ui-fit-over = done
ui-fit-never = never
ui-fit-slow = { $n ->
    [one] With slow nodes it is done { $at }, in 1 window.
   *[other] With slow nodes it is done { $at }, in { $n } windows.
}
ui-fit-slow-never = With slow nodes it doesn't finish within 400 days.
ui-fit-surge = maxSurge { $n } is enough for one window.
ui-fit-surge-never = Even maxSurge { $n } isn't enough for one window.
ui-fit-surge-tries = Looking for a sufficient maxSurge …
ui-fit-hours = Windows of { $n } h are enough.
ui-fit-hours-never = Even windows of { $n } h aren't enough.
ui-fit-hours-tries = Looking for sufficiently long windows …
ui-fit-set = Apply
ui-fit-too-large = Runs with more than { $n } records aren't repeated.
ui-fit-boot = boot time
ui-fit-node = per node, { $grace } s grace period
ui-fit-window = nodes per window, { $window }
ui-fit-windows = { $n ->
    [one] windows for 1 node
   *[other] windows for { $n } nodes
}
