<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>DeviceDescription</name>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Models run here in a process of their own; all numbers are measured.</source>
        <translation>模型在独立进程中运行；所有数值均为实测。</translation>
    </message>
    <message>
        <source>Reading the environment…</source>
        <translation>正在读取环境…</translation>
    </message>
    <message>
        <source>not available here</source>
        <translation>此处不可用</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>体系结构</translation>
    </message>
    <message>
        <source>Usable processors</source>
        <translation>可用处理器数</translation>
    </message>
    <message>
        <source>Instruction sets</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Cache %1</source>
        <translation>缓存 %1</translation>
    </message>
    <message>
        <source>%1, line %2 B, instances: %3</source>
        <translation>%1，缓存行 %2 B，数量：%3</translation>
    </message>
    <message>
        <source>Runtimes</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Execution providers</source>
        <translation>执行提供程序</translation>
    </message>
    <message>
        <source>Runtime library (SHA-256)</source>
        <translation>运行时库（SHA-256）</translation>
    </message>
    <message>
        <source>Mapping keys that count</source>
        <translation>有效的映射键</translation>
    </message>
    <message>
        <source>Clock, MHz</source>
        <translation>时钟，MHz</translation>
    </message>
    <message>
        <source>Clock governor</source>
        <translation>调频策略</translation>
    </message>
    <message>
        <source>Virtualization</source>
        <translation>虚拟化</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Microcode</source>
        <translation>微码</translation>
    </message>
    <message>
        <source>Processor id</source>
        <translation>处理器标识</translation>
    </message>
    <message>
        <source>Runtime build</source>
        <translation>运行时构建信息</translation>
    </message>
    <message>
        <source>Compiler of this program</source>
        <translation>本程序的编译器</translation>
    </message>
    <message>
        <source>Known from experience only: there is no profile of this name here, so nothing can be measured or simulated on it. What was learned there still transfers.</source>
        <translation>仅从经验中得知：这里没有该名称的硬件档案，因此无法在其上测量或仿真；但在那里学到的内容仍可迁移。</translation>
    </message>
    <message>
        <source>There is no such device here. Adapting to it is possible: times come from a model of this profile and are marked as simulated.</source>
        <translation>本机没有该设备，但可以向其迁移：时间由该档案的模型给出，并标为仿真。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>主频</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Data types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>峰值（%1）</translation>
    </message>
    <message>
        <source>Bandwidth, %1</source>
        <translation>带宽，%1</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>records: %1, newest %2</source>
        <translation>记录数：%1，最新 %2</translation>
    </message>
    <message>
        <source>Nothing can be measured here at present.</source>
        <translation>目前无法在此测量。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>A machine reached over SSH: models run there and are measured there.</source>
        <translation>通过 SSH 连接的机器：模型在那里运行并在那里测量。</translation>
    </message>
    <message>
        <source>A vendor&apos;s compiler and runner: models are converted, run and measured by its own commands.</source>
        <translation>厂商自己的编译器和运行程序：模型由其命令转换、运行和测量。</translation>
    </message>
    <message>
        <source>Probed</source>
        <translation>微基准测试</translation>
    </message>
    <message>
        <source>SSH</source>
        <translation>SSH</translation>
    </message>
    <message>
        <source>Toolchain</source>
        <translation>工具链</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>not yet, so predictions are rough</source>
        <translation>尚未进行，因此预测较粗略</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>已进行</translation>
    </message>
    <message>
        <source>yes, revision %1</source>
        <translation>已进行，修订 %1</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Reached through</source>
        <translation>经由</translation>
    </message>
    <message>
        <source>Private keys</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Power mode</source>
        <translation>功耗模式</translation>
    </message>
    <message>
        <source>left as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>%1 while it measures</source>
        <translation>测量期间为 %1</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>代理程序</translation>
    </message>
    <message>
        <source>%1, older than this program; Test installs the newer one</source>
        <translation>%1，比本程序旧；“测试”会安装较新的版本</translation>
    </message>
    <message>
        <source>✕ cannot measure</source>
        <translation>✕ 无法测量</translation>
    </message>
    <message>
        <source>✓ measures</source>
        <translation>✓ 可测量</translation>
    </message>
    <message>
        <source>○ not tried yet</source>
        <translation>○ 尚未尝试</translation>
    </message>
    <message>
        <source>✓ works</source>
        <translation>✓ 正常</translation>
    </message>
    <message>
        <source>✕ does not work</source>
        <translation>✕ 不能工作</translation>
    </message>
    <message>
        <source>○ simulated</source>
        <translation>○ 仿真</translation>
    </message>
    <message>
        <source>… remembered</source>
        <translation>… 仅有记录</translation>
    </message>
    <message>
        <source>○ not connected</source>
        <translation>○ 未连接</translation>
    </message>
    <message>
        <source>… connecting</source>
        <translation>… 正在连接</translation>
    </message>
    <message>
        <source>● connected</source>
        <translation>● 已连接</translation>
    </message>
    <message>
        <source>! reconnecting</source>
        <translation>! 正在重连</translation>
    </message>
    <message>
        <source>✕ lost</source>
        <translation>✕ 已断开</translation>
    </message>
    <message>
        <source>Learned: refuses</source>
        <translation>已学到：不支持</translation>
    </message>
    <message>
        <source>and more: %1</source>
        <translation>还有：%1</translation>
    </message>
    <message>
        <source>✕ not reached</source>
        <translation>✕ 无法连接</translation>
    </message>
</context>
<context>
    <name>DeviceDraft</name>
    <message>
        <source>Name the board: its host name or address</source>
        <translation>请填写开发板的主机名或地址</translation>
    </message>
    <message>
        <source>A user&apos;s name has no space and no @</source>
        <translation>用户名不能含空格和 @</translation>
    </message>
    <message>
        <source>The address names another user already</source>
        <translation>地址中已写明另一个用户</translation>
    </message>
    <message>
        <source>A port is a number from 1 to %1</source>
        <translation>端口是 1 到 %1 之间的整数</translation>
    </message>
    <message>
        <source>The address names another port already</source>
        <translation>地址中已写明另一个端口</translation>
    </message>
    <message>
        <source>There is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>This is the public half; choose the file without .pub beside it</source>
        <translation>这是公钥；请选择同目录下不带 .pub 的文件</translation>
    </message>
    <message>
        <source>Choose an adapter, or a YAML file of your own</source>
        <translation>请选择适配器，或自己的 YAML 文件</translation>
    </message>
    <message>
        <source>A power mode is one word, such as performance or 15W</source>
        <translation>功耗模式是一个词，例如 performance 或 15W</translation>
    </message>
    <message>
        <source>There is a device or a profile of this name already</source>
        <translation>已有同名的设备或硬件档案</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::AddDeviceDialog</name>
    <message>
        <source>Add a device</source>
        <translation>添加设备</translation>
    </message>
    <message>
        <source>A &amp;board or machine over SSH</source>
        <translation>通过 SSH 连接的开发板或机器(&amp;B)</translation>
    </message>
    <message>
        <source>The agent and a runtime are copied there once, into a folder of its user. Nothing has to be installed by hand: no root, no Python, no internet.</source>
        <translation>代理程序和运行时只需复制一次，放在该用户的文件夹中。无需手工安装任何东西：不需要 root、Python 或互联网。</translation>
    </message>
    <message>
        <source>A &amp;toolchain adapter</source>
        <translation>工具链适配器(&amp;T)</translation>
    </message>
    <message>
        <source>A vendor&apos;s own compiler and runner, called as one YAML file says. Its programs have to be installed on this machine.</source>
        <translation>厂商自己的编译器和运行程序，按一个 YAML 文件的说明调用。其程序须已安装在本机上。</translation>
    </message>
    <message>
        <source>&amp;Probe now</source>
        <translation>立即做微基准测试(&amp;P)</translation>
    </message>
    <message>
        <source>Two minutes of microbenchmarks, so that predictions for it are good.</source>
        <translation>两分钟的微基准测试，使对它的预测准确。</translation>
    </message>
    <message>
        <source>&amp;Record a baseline…</source>
        <translation>记录基线(&amp;R)…</translation>
    </message>
    <message>
        <source>Did somebody tune a model for it by hand? Measured once, it is what adapting has to beat. A new device asks this once.</source>
        <translation>是否有人为它手工调优过模型？测量一次后，它就是自动适配要超越的目标。新设备只询问一次。</translation>
    </message>
    <message>
        <source>Use as &amp;target</source>
        <translation>用作目标(&amp;T)</translation>
    </message>
    <message>
        <source>Opens the form of a new migration with this device.</source>
        <translation>打开以该设备为目标的新迁移表单。</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>What kind of device?</source>
        <translation>哪种设备？</translation>
    </message>
    <message>
        <source>Which toolchain?</source>
        <translation>哪个工具链？</translation>
    </message>
    <message>
        <source>Where is it?</source>
        <translation>它在哪里？</translation>
    </message>
    <message>
        <source>Checking the device</source>
        <translation>正在检查设备</translation>
    </message>
    <message>
        <source>The device is ready</source>
        <translation>设备已就绪</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Connect and add</source>
        <translation>连接并添加(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Connecting to %1, installing what it needs, running a sample. The first time takes as long as the copying does.</source>
        <translation>正在连接 %1，安装所需内容，运行示例。第一次所需时间取决于复制。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was added.</source>
        <translation>已停止。没有添加任何设备。</translation>
    </message>
    <message>
        <source>It does not work yet, and was not added. Go back to change what was typed, or mend what is said below and try again.</source>
        <translation>它还不能工作，未添加。请返回修改所填内容，或按下面的说明排除问题后重试。</translation>
    </message>
    <message>
        <source>✓ %1 works and was added.</source>
        <translation>✓ %1 工作正常，已添加。</translation>
    </message>
    <message>
        <source>✓ %1 works and was added. A small sample model takes %2 a request there (%3).</source>
        <translation>✓ %1 工作正常，已添加。一个小型示例模型在那里每次请求需要 %2（%3）。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::BaselineDialog</name>
    <message>
        <source>Choose the original model.</source>
        <translation>请选择原始模型。</translation>
    </message>
    <message>
        <source>Name what was made by hand: a model, options, or both.</source>
        <translation>请说明人工完成的内容：模型、选项，或两者。</translation>
    </message>
    <message>
        <source>Name who made it: a person or a team.</source>
        <translation>请填写由谁完成：个人或团队。</translation>
    </message>
    <message>
        <source>Hours of work are a number from 0 to %1.</source>
        <translation>工时是 0 到 %1 之间的数。</translation>
    </message>
    <message>
        <source>Original model</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>model.onnx, or the name of a sample model</source>
        <translation>model.onnx，或示例模型的名称</translation>
    </message>
    <message>
        <source>Hand-made model</source>
        <translation>人工模型</translation>
    </message>
    <message>
        <source>the original itself</source>
        <translation>原始模型本身</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入数据</translation>
    </message>
    <message>
        <source>seeded random values</source>
        <translation>带种子的随机值</translation>
    </message>
    <message>
        <source>for example threads=2;spin=off</source>
        <translation>例如 threads=2;spin=off</translation>
    </message>
    <message>
        <source>for example platform team</source>
        <translation>例如：平台组</translation>
    </message>
    <message>
        <source>what was done, in a few words</source>
        <translation>简述做了什么</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Record a manual baseline on %1</source>
        <translation>在 %1 上记录人工基线</translation>
    </message>
    <message>
        <source>What somebody reached by hand is measured in turn with the original, as everything else is, and kept. Sessions on this device then show both.</source>
        <translation>人工调优的结果会像其他一切一样与原始模型交替测量并保存。之后在该设备上的会话会同时显示两者。</translation>
    </message>
    <message>
        <source>&amp;Original</source>
        <translation>原始模型(&amp;O)</translation>
    </message>
    <message>
        <source>What it is compared with</source>
        <translation>与之比较的对象</translation>
    </message>
    <message>
        <source>Hand-made &amp;model</source>
        <translation>人工模型(&amp;M)</translation>
    </message>
    <message>
        <source>Empty: only the options were set by hand</source>
        <translation>留空：只人工设置了选项</translation>
    </message>
    <message>
        <source>Hand-set o&amp;ptions</source>
        <translation>人工选项(&amp;P)</translation>
    </message>
    <message>
        <source>A mapping signature, as results and exports show it</source>
        <translation>映射签名，与结果和导出中显示的一致</translation>
    </message>
    <message>
        <source>&amp;Who</source>
        <translation>谁(&amp;W)</translation>
    </message>
    <message>
        <source>Who made it</source>
        <translation>由谁完成</translation>
    </message>
    <message>
        <source>Wha&amp;t</source>
        <translation>内容(&amp;T)</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>做了什么</translation>
    </message>
    <message>
        <source>&amp;Hours of work</source>
        <translation>工时（小时）(&amp;H)</translation>
    </message>
    <message>
        <source>How long it took; may stay empty</source>
        <translation>花了多长时间；可留空</translation>
    </message>
    <message>
        <source>&amp;Inputs</source>
        <translation>输入数据(&amp;I)</translation>
    </message>
    <message>
        <source>Typical data to feed, .npz or .npy</source>
        <translation>典型输入数据，.npz 或 .npy</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>对应的命令行</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>记录(&amp;R)</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::BaselinesPage</name>
    <message>
        <source>%1 h</source>
        <comment>hours of work</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>Time relative to the original, measured in turn with it</source>
        <translation>相对于原始模型的时间，与其交替测量</translation>
    </message>
    <message>
        <source>What people reached by hand on this device: what adapting has to beat. Measured in turn with the original, as everything else is.</source>
        <translation>人工在该设备上达到的结果：自动适配要超越的目标。与其他一切一样，与原始模型交替测量。</translation>
    </message>
    <message>
        <source>Forget the baseline</source>
        <translation>删除基线</translation>
    </message>
    <message>
        <source>Forget this baseline? Its measurement cannot be brought back, only made again.</source>
        <translation>删除这条基线？其测量结果无法恢复，只能重新测量。</translation>
    </message>
    <message>
        <source>&amp;Record baseline…</source>
        <translation>记录基线(&amp;R)…</translation>
    </message>
    <message>
        <source>F&amp;orget</source>
        <translation>删除(&amp;O)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工时</translation>
    </message>
    <message>
        <source>Time / original</source>
        <translation>时间 / 原始</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>记录时间</translation>
    </message>
    <message>
        <source>Manual baselines of the device</source>
        <translation>该设备的人工基线</translation>
    </message>
    <message>
        <source>No baseline was recorded here yet. Record one when somebody tuned a model for this device by hand.</source>
        <translation>这里还没有记录基线。有人为该设备手工调优过模型时，请记录一条。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::CheckRun</name>
    <message>
        <source>Testing %1</source>
        <translation>正在测试 %1</translation>
    </message>
    <message>
        <source>Adding %1</source>
        <translation>正在添加 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DevicePage</name>
    <message>
        <source>Not available here: this device is not connected.</source>
        <translation>此处不可用：该设备未连接。</translation>
    </message>
    <message>
        <source>Use as &amp;target</source>
        <translation>用作目标(&amp;T)</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>测试(&amp;E)</translation>
    </message>
    <message>
        <source>Runs a small sample model there once and says what it took; on a simulated device, what its profile predicts</source>
        <translation>在该设备上运行一个小型示例模型并给出耗时；对仿真设备则给出其档案的预测</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Views of the device</source>
        <translation>设备视图</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Properties of the device</source>
        <translation>设备属性</translation>
    </message>
    <message>
        <source>Not available here: the tool&apos;s programs run on this machine, which is watched under its own name.</source>
        <translation>此处不可用：该工具的程序在本机上运行，本机在其自己的名称下监视。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>The steps stand under Log.</source>
        <translation>步骤见“日志”。</translation>
    </message>
    <message>
        <source>%1 says nothing of itself while there is no connection. None is made unless you ask for it.</source>
        <translation>没有连接时 %1 不提供任何信息。除非您要求，否则不会建立连接。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Dis&amp;connect</source>
        <translation>断开(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Not tested yet. A test connects step by step and runs a small sample model.</source>
        <translation>尚未测试。测试会逐步连接并运行一个小型示例模型。</translation>
    </message>
    <message>
        <source>▶ Testing…</source>
        <translation>▶ 正在测试…</translation>
    </message>
    <message>
        <source>■ The test was stopped.</source>
        <translation>■ 测试已停止。</translation>
    </message>
    <message>
        <source>✕ The test failed: %1</source>
        <translation>✕ 测试失败：%1</translation>
    </message>
    <message>
        <source>✓ It works.</source>
        <translation>✓ 工作正常。</translation>
    </message>
    <message>
        <source>✓ %1 ran: %2 a request (%3).</source>
        <comment>model, time, source</comment>
        <translation>✓ %1 已运行：每次请求 %2（%3）。</translation>
    </message>
    <message>
        <source>✓ %1 is possible: %2 a request (%3).</source>
        <comment>model, time, source</comment>
        <translation>✓ %1 可行：每次请求 %2（%3）。</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>再次测试</translation>
    </message>
    <message>
        <source>Test now</source>
        <translation>立即测试</translation>
    </message>
    <message>
        <source>Remove device</source>
        <translation>移除设备</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Opens the form of a new migration with this device</source>
        <translation>打开以该设备为目标的新迁移表单</translation>
    </message>
    <message>
        <source>&amp;Probe…</source>
        <translation>微基准测试(&amp;P)…</translation>
    </message>
    <message>
        <source>Opens the microbenchmarks for this device</source>
        <translation>打开该设备的微基准测试</translation>
    </message>
    <message>
        <source>Record &amp;baseline…</source>
        <translation>记录基线(&amp;B)…</translation>
    </message>
    <message>
        <source>Measures what somebody reached by hand, once</source>
        <translation>测量一次人工调优的结果</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>移除(&amp;M)…</translation>
    </message>
    <message>
        <source>Opens or ends the connection; a running measurement keeps it</source>
        <translation>建立或结束连接；正在进行的测量会保持连接</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <comment>what is wrong</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>✕ %1
What to do: %2</source>
        <comment>what is wrong, remedy</comment>
        <translation>✕ %1
解决办法：%2</translation>
    </message>
    <message>
        <source>! The connection is lost (%1); trying again. A measurement on the device goes on, and is fetched when it is back.</source>
        <comment>what the connection said last</comment>
        <translation>! 连接已断开（%1），正在重试。设备上的测量会继续进行，恢复连接后取回结果。</translation>
    </message>
    <message>
        <source>▶ in use: %1</source>
        <comment>what for</comment>
        <translation>▶ 使用中：%1</translation>
    </message>
    <message>
        <source>Queue (%1)</source>
        <translation>队列（%1）</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>What was installed there is cleared, and the program forgets how to reach it. Measurements and baselines of it stay.</source>
        <translation>安装在那里的内容会被清除，程序也不再记得如何连接它。其测量结果和基线会保留。</translation>
    </message>
    <message>
        <source>The adapter itself stays. Measurements and baselines of it stay.</source>
        <translation>适配器本身会保留，其测量结果和基线也会保留。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DevicesPlace</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Records of experience</source>
        <translation>经验记录</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>重新检查(&amp;A)</translation>
    </message>
    <message>
        <source>Checks of this installation</source>
        <translation>安装检查</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>✓ The baseline of %1 is kept: %2</source>
        <comment>device, verdict</comment>
        <translation>✓ %1 的基线已保存：%2</translation>
    </message>
    <message>
        <source>This machine, boards over SSH, toolchains and simulated targets</source>
        <translation>本机、SSH 开发板、工具链和仿真目标</translation>
    </message>
    <message>
        <source>✓ %1 was removed.</source>
        <translation>✓ %1 已移除。</translation>
    </message>
    <message>
        <source>✓ %1 was removed. Cleared there: %2</source>
        <comment>device, folders</comment>
        <translation>✓ %1 已移除。已清除：%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>! %1 was removed here, but what was installed there was not cleared: %2</source>
        <comment>device, why</comment>
        <translation>! %1 已在本地移除，但安装在那里的内容没有清除：%2</translation>
    </message>
    <message>
        <source>Add device…</source>
        <translation>添加设备…</translation>
    </message>
    <message>
        <source>Check devices and installation again</source>
        <translation>重新检查设备和安装</translation>
    </message>
    <message>
        <source>Add &amp;device…</source>
        <translation>添加设备(&amp;D)…</translation>
    </message>
    <message>
        <source>A board over SSH, or a vendor&apos;s toolchain</source>
        <translation>SSH 开发板或厂商的工具链</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DevicesPresenter</name>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Removing %1</source>
        <translation>正在移除 %1</translation>
    </message>
    <message>
        <source>Recording a baseline on %1</source>
        <translation>正在 %1 上记录基线</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DraftForm</name>
    <message>
        <source>board.lan, 10.0.0.7 or user@host:port</source>
        <translation>board.lan、10.0.0.7 或 user@host:port</translation>
    </message>
    <message>
        <source>as the SSH configuration says</source>
        <translation>按 SSH 配置</translation>
    </message>
    <message>
        <source>none; for example ada@gate.example:2222</source>
        <translation>无；例如 ada@gate.example:2222</translation>
    </message>
    <message>
        <source>left as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <comment>error beneath a field</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>the usual ones, and those of the SSH agent</source>
        <translation>常用的私钥以及 SSH 代理中的私钥</translation>
    </message>
    <message>
        <source>name of an adapter, or a YAML file</source>
        <translation>适配器名称或 YAML 文件</translation>
    </message>
    <message>
        <source>&amp;Adapter</source>
        <translation>适配器(&amp;A)</translation>
    </message>
    <message>
        <source>How a vendor&apos;s compiler and runner are called: one YAML file each</source>
        <translation>如何调用厂商的编译器和运行程序：每个一个 YAML 文件</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>Name or address of the board, or a Host of the SSH configuration</source>
        <translation>开发板的名称或地址，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>Who logs in there; needs no rights of root</source>
        <translation>登录用户；不需要 root 权限</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>端口(&amp;P)</translation>
    </message>
    <message>
        <source>Of its SSH server</source>
        <translation>其 SSH 服务器的端口</translation>
    </message>
    <message>
        <source>&amp;Through</source>
        <translation>跳板机(&amp;T)</translation>
    </message>
    <message>
        <source>Jump hosts on the way, parted by commas; the first one is reached from here</source>
        <translation>途经的跳板机，用逗号分隔；第一个从本机直接连接</translation>
    </message>
    <message>
        <source>Private &amp;key</source>
        <translation>私钥(&amp;K)</translation>
    </message>
    <message>
        <source>Its passphrase is asked for when it is needed, and never kept</source>
        <translation>需要时会询问其口令，从不保存</translation>
    </message>
    <message>
        <source>Power &amp;mode</source>
        <translation>功耗模式(&amp;M)</translation>
    </message>
    <message>
        <source>Set while it measures, restored after, where the device allows it: performance, 15W</source>
        <translation>测量期间设置，之后恢复（设备允许时）：performance、15W</translation>
    </message>
    <message>
        <source>&amp;Name here</source>
        <translation>本地名称(&amp;N)</translation>
    </message>
    <message>
        <source>What the device is called in this program</source>
        <translation>设备在本程序中的名称</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>对应的命令行</translation>
    </message>
    <message>
        <source>Appears as the form is filled in</source>
        <translation>填写表单时显示</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::LogPage</name>
    <message>
        <source>▶ begun</source>
        <translation>▶ 开始</translation>
    </message>
    <message>
        <source>■ ended</source>
        <translation>■ 结束</translation>
    </message>
    <message>
        <source>! throttled</source>
        <translation>! 降频</translation>
    </message>
    <message>
        <source>! memory</source>
        <translation>! 内存</translation>
    </message>
    <message>
        <source>! clock</source>
        <translation>! 时钟</translation>
    </message>
    <message>
        <source>○ test</source>
        <translation>○ 测试</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>过程</translation>
    </message>
    <message>
        <source>Nothing happened yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Copy the log</source>
        <translation>复制日志</translation>
    </message>
    <message>
        <source>Log of the device</source>
        <translation>设备日志</translation>
    </message>
    <message>
        <source>What the connection says, who measures and what the sensors notice stands here while the device is looked at.</source>
        <translation>查看设备期间，连接的消息、谁在测量以及传感器发现的情况会显示在这里。</translation>
    </message>
    <message>
        <source>… connecting</source>
        <translation>… 正在连接</translation>
    </message>
    <message>
        <source>● connected</source>
        <translation>● 已连接</translation>
    </message>
    <message>
        <source>! reconnecting</source>
        <translation>! 正在重连</translation>
    </message>
    <message>
        <source>✕ lost</source>
        <translation>✕ 已断开</translation>
    </message>
    <message>
        <source>○ closed</source>
        <translation>○ 已关闭</translation>
    </message>
    <message>
        <source>The connection is open.</source>
        <translation>连接已建立。</translation>
    </message>
    <message>
        <source>The connection was given up.</source>
        <translation>已放弃连接。</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>连接已关闭。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::QueuePage</name>
    <message>
        <source>Looking…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>● Measuring: %1</source>
        <translation>● 正在测量：%1</translation>
    </message>
    <message>
        <source>○ Free: nobody measures on this machine.</source>
        <translation>○ 空闲：本机上没有测量在进行。</translation>
    </message>
    <message>
        <source>Nobody waits</source>
        <translation>无人等待</translation>
    </message>
    <message>
        <source>Waiting for their turn: %1</source>
        <translation>排队等待：%1</translation>
    </message>
    <message>
        <source>One measurement at a time: all users and programs of this machine take turns through %1.</source>
        <translation>同一时刻只进行一次测量：本机的所有用户和程序通过 %1 轮流进行。</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Those who wait for their turn</source>
        <translation>等待轮到的测量</translation>
    </message>
    <message>
        <source>✕ Who measures cannot be read: %1</source>
        <translation>✕ 无法读取谁在测量：%1</translation>
    </message>
    <message>
        <source>○ Free: nobody measures on this device.</source>
        <translation>○ 空闲：该设备上没有测量。</translation>
    </message>
    <message>
        <source>Who measures later stands here in line.</source>
        <translation>稍后要测量的会在此排队。</translation>
    </message>
    <message>
        <source>%1 (UTC)</source>
        <translation>%1（UTC）</translation>
    </message>
    <message>
        <source>One measurement at a time: all who use this device take turns, also from other machines. Times are of the device&apos;s own clock, shown in the time zone of this machine.</source>
        <translation>一次只进行一项测量：使用该设备的所有人（包括来自其他机器的）轮流进行。时间以设备自己的时钟为准，按本机时区显示。</translation>
    </message>
    <message>
        <source>Waits since</source>
        <translation>开始等待的时间</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::StepList</name>
    <message>
        <source>%1: at work</source>
        <comment>step</comment>
        <translation>%1：进行中</translation>
    </message>
    <message>
        <source>%1: done</source>
        <comment>step</comment>
        <translation>%1：完成</translation>
    </message>
    <message>
        <source>%1: failed</source>
        <comment>step</comment>
        <translation>%1：失败</translation>
    </message>
    <message>
        <source>%1: stopped</source>
        <comment>step</comment>
        <translation>%1：已停止</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>step, detail</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>step, why it failed</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1
What to do: %2</source>
        <comment>step and failure, remedy</comment>
        <translation>%1
解决办法：%2</translation>
    </message>
    <message>
        <source>Steps of the check</source>
        <translation>检查步骤</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SystemChecks</name>
    <message>
        <source>✕ missing</source>
        <translation>✕ 缺失</translation>
    </message>
    <message>
        <source>! warning</source>
        <translation>! 警告</translation>
    </message>
    <message>
        <source>✓ here</source>
        <translation>✓ 就绪</translation>
    </message>
    <message>
        <source>✕ Something that the program needs is missing; see the checks for what to do.</source>
        <translation>✕ 缺少程序所需的组件；处理办法见检查列表。</translation>
    </message>
    <message>
        <source>✓ Everything needed is here. Remarks on what lowers the worth of numbers: %1</source>
        <translation>✓ 所需组件齐全。影响数值可信度的提示：%1</translation>
    </message>
    <message>
        <source>✓ Everything is here.</source>
        <translation>✓ 一切就绪。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Checks of this installation</source>
        <translation>安装检查</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>file or version, what it is for</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::TelemetryPage</name>
    <message>
        <source>all processors</source>
        <translation>全部处理器</translation>
    </message>
    <message>
        <source>busiest processor</source>
        <translation>最忙的处理器</translation>
    </message>
    <message>
        <source>taken by the hypervisor</source>
        <translation>被虚拟机监控器占用</translation>
    </message>
    <message>
        <source>fastest processor</source>
        <translation>最快的处理器</translation>
    </message>
    <message>
        <source>slowest processor</source>
        <translation>最慢的处理器</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>swapped out</source>
        <translation>已换出</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 s ago</source>
        <comment>curve: value unit, age</comment>
        <translation>%1：%2 %3，%4 秒前</translation>
    </message>
    <message>
        <source>Seconds before now</source>
        <translation>距现在的秒数</translation>
    </message>
    <message>
        <source>Load, %</source>
        <translation>负载，%</translation>
    </message>
    <message>
        <source>Clock, MHz</source>
        <translation>时钟，MHz</translation>
    </message>
    <message>
        <source>Temperature, °C</source>
        <translation>温度，°C</translation>
    </message>
    <message>
        <source>Memory, GiB</source>
        <translation>内存，GiB</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>not available here</source>
        <translation>此处不可用</translation>
    </message>
    <message>
        <source>Load: %1</source>
        <translation>负载：%1</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>average of a minute: %1</source>
        <translation>一分钟平均：%1</translation>
    </message>
    <message>
        <source>memory: %1 of %2 used</source>
        <translation>内存：已用 %1 / %2</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>clock governor: %1</source>
        <translation>调频策略：%1</translation>
    </message>
    <message>
        <source>throttling events: %1</source>
        <translation>降频事件：%1</translation>
    </message>
    <message>
        <source>The clock is what the processor is called with (/proc/cpuinfo); this machine does not say what it really runs at.</source>
        <translation>此时钟为处理器的标称值（/proc/cpuinfo）；本机不提供实际运行频率。</translation>
    </message>
    <message>
        <source>Read from /proc and /sys once a second while this page is shown, half as often while a measurement runs.</source>
        <translation>显示此页时每秒从 /proc 和 /sys 读取一次，测量进行时频率减半。</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>A moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Not available here: the system does not show the clocks (no cpufreq in /sys, no rate in /proc/cpuinfo).</source>
        <translation>此处不可用：系统不提供时钟频率（/sys 中没有 cpufreq，/proc/cpuinfo 中没有频率）。</translation>
    </message>
    <message>
        <source>Temperatures</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Not available here: the system has no temperature sensor in /sys (usual in virtual machines).</source>
        <translation>此处不可用：系统在 /sys 中没有温度传感器（虚拟机中常见）。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Read on the device once a second while this page is shown; the sensors are left alone while a timed run goes on.</source>
        <translation>显示此页时每秒在设备上读取一次；计时运行期间不读取传感器。</translation>
    </message>
    <message>
        <source>✕ Nothing can be read: %1</source>
        <translation>✕ 无法读取：%1</translation>
    </message>
    <message>
        <source>☾ asleep during a timed run; these are the last values</source>
        <translation>☾ 计时运行期间休眠；以下是最后的数值</translation>
    </message>
    <message>
        <source>timed run</source>
        <translation>计时运行</translation>
    </message>
    <message>
        <source>The sensors are left alone while a timed run goes on.</source>
        <translation>计时运行期间不读取传感器。</translation>
    </message>
    <message>
        <source>Not available here: the system does not say how busy its processors are.</source>
        <translation>此处不可用：系统不提供处理器的负载。</translation>
    </message>
    <message>
        <source>Not available here: the system does not say how much memory is in use.</source>
        <translation>此处不可用：系统不提供内存使用量。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::TelemetryPresenter</name>
    <message>
        <source>process %1: %2, since %3</source>
        <comment>pid, what, time</comment>
        <translation>进程 %1：%2，自 %3</translation>
    </message>
    <message>
        <source>Measuring already: %1</source>
        <translation>已在测量：%1</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>测量完毕：%1</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>正在测量：%1</translation>
    </message>
    <message>
        <source>The processor throttled itself; measurements of this moment are not valid. Events: %1</source>
        <translation>处理器发生降频；此刻的测量无效。事件数：%1</translation>
    </message>
    <message>
        <source>Less than %1 % of the memory is free</source>
        <translation>空闲内存不足 %1 %</translation>
    </message>
    <message>
        <source>The clock went from %1 to %2 MHz during a measurement</source>
        <translation>测量期间时钟从 %1 变为 %2 MHz</translation>
    </message>
</context>
</TS>
